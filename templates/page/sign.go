package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"keryx/adjudicator"
	"keryx/orders"
)

//go:embed sign
var signFiles embed.FS

// SignName is the name of the file that [Sign] makes.
const SignName = "sign.html"

// signScripts are the scripts of the page, in the order in which they stand in it.
var signScripts = []string{"text.js", "part.js", "octets.js", "key.js", "main.js"}

// languages are those of the page's texts, one file each.
var languages = []string{"en", "fr"}

// facts are what the scripts know of the program.
type facts struct {
	Texts    map[string]map[string]string `json:"texts"`
	Keywords map[string]string            `json:"keywords"` // spellings, folded, to the English name
	Headings map[string]string            `json:"headings"`
	Words    map[string]string            `json:"words"`
	Word     int                          `json:"word"` // bytes of the longest heading of a section of words
	Most     int                          `json:"most"` // bytes of the longest text that is taken
	// Usual and Given are words alone on a line that are no slips for orders, in any way of writing and
	// with a capital.
	Usual []string `json:"usual"`
	Given []string `json:"given"`
	// Games are the words of the games, by the beginning of their identifiers.
	Games map[string]orders.Outline `json:"games"`
}

// Sign returns the page that makes a key in the browser and signs order files and requests
// with it: one HTML file in all languages. Its policy lets no other script, style or address
// in. It knows the words of the games whose rulesets are registered, and parts what is around an
// order file from it as [orders.Part] does. The signatures are those of "ssh-keygen -Y sign -n keryx" over [orders.ToSign] of what was
// written, in the canonical form that the intake of mail knows.
func Sign() ([]byte, error) {
	known := facts{Texts: map[string]map[string]string{}, Word: orders.MaxHeading, Most: orders.MaxText}
	known.Keywords, known.Headings, known.Words = orders.Spellings()
	known.Usual, known.Given = orders.NoSlips()
	known.Games = adjudicator.Outlines()
	for _, language := range languages {
		var texts map[string]string
		if _, err := toml.DecodeFS(signFiles, "sign/"+language+".toml", &texts); err != nil {
			return nil, fmt.Errorf("texts of the page that signs, %s: %w", language, err)
		}
		known.Texts[language] = texts
	}
	about, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("page that signs: %w", err)
	}
	var script strings.Builder
	fmt.Fprintf(&script, "\n\"use strict\";\nconst PAGE = %s;\n", about)
	for _, name := range signScripts {
		if err := add(&script, name); err != nil {
			return nil, err
		}
	}
	var style, whole strings.Builder
	if err := add(&style, "style.css"); err != nil {
		return nil, err
	}
	if err := add(&whole, "page.html"); err != nil {
		return nil, err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		hashSource(script.String()), hashSource(style.String()))
	return []byte(strings.NewReplacer("[[POLICY]]", policy, "[[STYLE]]", style.String(), "[[SCRIPT]]", script.String()).Replace(whole.String())), nil
}

// add appends a file of the page.
func add(to *strings.Builder, name string) error {
	data, err := signFiles.ReadFile("sign/" + name)
	if err != nil {
		return fmt.Errorf("page that signs: %w", err)
	}
	if bytes.Contains(data, []byte("</script")) || bytes.Contains(data, []byte("<!--")) {
		if name != "page.html" {
			return fmt.Errorf("page that signs: %s would end the element that it stands in", name)
		}
	}
	to.Write(data)
	return nil
}

// hashSource is the source expression of a policy that lets in what has this very text.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
