package amphipolis

import (
	"embed"
	"io/fs"
	"os"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
)

//go:embed texts
var embeddedTexts embed.FS

// Texts implements [adjudicator.Texted].
func (rs *ruleset) Texts() []adjudicator.Texts {
	return []adjudicator.Texts{{Owner: "amphipolis", Files: rs.texts}, bey.Texts}
}

// textsOf returns the texts of a directory of data files, where it has some: they take
// the place of the embedded ones.
func textsOf(dir string) fs.FS {
	own := os.DirFS(dir)
	if _, err := fs.Stat(own, "texts"); err != nil {
		return embeddedTexts
	}
	return own
}

var _ adjudicator.Texted = (*ruleset)(nil)
