package picture

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// GroundName is the file of a ground, from the top of the site: it is called after what it shows, so that there is one of each.
func GroundName(file []byte) string {
	sum := sha256.Sum256(file)
	return "maps/ground/" + hex.EncodeToString(sum[:8]) + ".png"
}

// LayerName is the file of what a map of a game shows upon what lies below, from the top of the site.
func LayerName(id, name, lang string) string {
	return fmt.Sprintf("maps/%s/layer-%s-%s.png", id, name, lang)
}

// SmallName is the small map of a game's last turn, from the top of the site.
func SmallName(id, lang string) string { return fmt.Sprintf("maps/%s/small-%s.png", id, lang) }

// FilmName is the film of a game in a language, from the top of the site.
func FilmName(id, lang string) string { return fmt.Sprintf("maps/%s/film-%s.gif", id, lang) }
