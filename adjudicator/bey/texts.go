package bey

import (
	"embed"

	"keryx/adjudicator"
)

//go:embed texts
var texts embed.FS

// Texts are those of the family: a game of it brings them behind its own.
var Texts = adjudicator.Texts{Owner: "bey", Files: texts}
