package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/watch"
	"keryx/templates"
)

// script writes a value as a script that gives it a name. Pages that lie in a folder can
// read a script, and no file of another kind.
func script(name string, value any) ([]byte, error) {
	data, err := json.Marshal(value) // which writes < as \u003c
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte("var " + name + " = "), data, []byte(";\n")}, nil), nil
}

// proofData is a proof for the script that checks it.
type proofData struct {
	Game    string      `json:"game"`
	Opening []string    `json:"opening"` // in hexadecimal
	Entries []proofLine `json:"entries"`
	Rolls   []proofRoll `json:"rolls"`
}

type proofLine struct {
	Seq    int    `json:"seq"`
	Kind   string `json:"kind"`
	Side   string `json:"side"`
	Time   string `json:"time"`
	Digest string `json:"digest"`
	Hash   string `json:"hash"`
	Open   bool   `json:"open,omitempty"`
	Salt   string `json:"salt,omitempty"`
	Body   string `json:"body,omitempty"` // base64
}

type proofRoll struct {
	Turn  int   `json:"turn"`
	Entry int   `json:"entry"`
	Index int   `json:"index"`
	Sides int   `json:"sides"`
	Faces []int `json:"faces"`
}

// proofName is the script with the proof of a game, from the top of the site.
func proofName(id string) string { return "data/" + id + "/proof.js" }

// writeProof writes the proof of an open game.
func (s *Site) writeProof(c watch.Chronicle, keep map[string]bool) error {
	if !c.Open {
		return nil
	}
	d := proofData{Game: c.ID}
	for i := 0; i+32 <= len(c.Proof.Opening); i += 32 {
		d.Opening = append(d.Opening, dice.Head(c.Proof.Opening[i:i+32]).String())
	}
	for _, e := range c.Proof.Entries {
		line := proofLine{Seq: e.Seq, Kind: string(e.Kind), Side: e.Side, Time: e.Time.UTC().Format("2006-01-02T15:04:05.000Z"),
			Digest: e.Digest.String(), Hash: e.Hash.String(), Open: e.Open}
		if e.Open {
			line.Salt, line.Body = dice.Head(e.Salt).String(), base64.StdEncoding.EncodeToString(e.Body)
		}
		d.Entries = append(d.Entries, line)
	}
	for _, r := range c.Proof.Rolls {
		d.Rolls = append(d.Rolls, proofRoll(r))
	}
	data, err := script("keryxProof", d)
	if err != nil {
		return err
	}
	keep[proofName(c.ID)] = true
	return s.tree.put(proofName(c.ID), data)
}

// mustData is what a page says must be in the proof that is checked there, for the script that checks.
type mustData struct {
	Game, Head string
	Entries    int
	Withheld   string // numbers of the entries whose words are private, with blanks between them
	Dice       string // SHA-256 of all rolls, a line each
}

// must is what has to be in the proof of a game.
func must(c watch.Chronicle) mustData {
	d := mustData{Game: c.ID, Head: c.Proof.Head.Hash.String(), Entries: len(c.Proof.Entries)}
	var withheld []string
	for _, e := range c.Proof.Entries {
		if !e.Open {
			withheld = append(withheld, strconv.Itoa(e.Seq))
		}
	}
	sum := sha256.New()
	for _, r := range c.Proof.Rolls {
		fmt.Fprintf(sum, "%d %d %d %d %s\n", r.Turn, r.Entry, r.Index, r.Sides, strings.Trim(fmt.Sprint(r.Faces), "[]"))
	}
	d.Withheld, d.Dice = strings.Join(withheld, " "), hex.EncodeToString(sum.Sum(nil))
	return d
}

// die is a throw as a page shows it: the faces, with the words around them.
type die struct {
	Before, Faces, After string
	Roll                 string // entry and index of the first die: "12/0"
}

// diceOf are the throws of something that is told.
func diceOf(t templates.Telling) (all []die) {
	for i, text := range t.Dice {
		r := t.Rolls[i]
		d := die{Faces: templates.FacesOf(r), Roll: fmt.Sprintf("%d/%d", r.Entry, r.Index)}
		d.Before, d.After, _ = strings.Cut(text, d.Faces)
		all = append(all, d)
	}
	return all
}

// leafLine is a turn for the script that leafs.
type leafLine struct {
	Name   string   `json:"name"`
	Page   string   `json:"page"`
	Maps   []string `json:"maps"` // layers, the lowest first
	Alt    string   `json:"alt"`
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Tally  []string `json:"tally"`
}

// writeLeaf writes the turns of a game for leafing.
func (s *Site) writeLeaf(l language, id string, lines []turnLine, keep map[string]bool) (string, error) {
	folder := gameFolder(l, id)
	name := folder + "/leaf.js"
	all := []leafLine{}
	for _, t := range lines {
		if t.Map == "" {
			continue
		}
		var layers []string
		for _, layer := range t.Layers {
			layers = append(layers, up(name)+layer)
		}
		all = append(all, leafLine{t.Name, turnFile(t.Number), layers, t.Alt, t.Width, t.Height, append([]string{}, t.Tally...)})
	}
	if len(all) < 2 {
		return "", nil
	}
	data, err := script("keryxLeaf", all)
	if err != nil {
		return "", err
	}
	keep[name] = true
	return name, s.tree.put(name, data)
}

// scriptWords are what the scripts say, by the keys "archive.js.WORD" of the catalogues.
var scriptWords = []string{"search", "searching", "found", "nothing", "turn", "back", "forth", "play", "pause", "slider",
	"check", "checking", "holds", "partly", "fails", "check.entry", "check.promise", "check.turn", "check.throw", "check.missing", "check.hash",
	"check.digest", "check.salt", "check.unread", "check.place", "check.behind", "check.reseed", "check.silent", "check.seed", "check.secret", "check.secrets", "check.seedless",
	"check.seed-of", "check.thrown", "check.unreadable", "kept", "check.page", "check.game", "check.entries", "check.head", "check.rolls", "check.index",
	"check.shown", "check.shown-count", "check.bare", "check.withheld", "check.unended",
	"replay.map", "replay.back", "replay.forth", "replay.slider", "replay.turn", "replay.speed", "replay.eyes", "replay.in", "replay.out", "replay.fit",
	"replay.list", "replay.empty", "replay.close", "replay.colon"}

// writeWords writes what the scripts say in a language. What they fill in themselves stands in
// braces.
func (s *Site) writeWords(l language) error {
	words := map[string]string{}
	for _, key := range scriptWords {
		words[key] = strings.NewReplacer("‹", "{", "›", "}").Replace(l.words.Say("archive.js." + key))
	}
	data, err := script("keryxWords", words)
	if err != nil {
		return err
	}
	return s.tree.put(l.tag+"/words.js", data)
}

// call writes a script that hands values to a function of the page.
func (s *Site) call(name, function string, values ...any) error {
	var args [][]byte
	for _, v := range values {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		args = append(args, data)
	}
	return s.tree.put(name, []byte(function+"("+string(bytes.Join(args, []byte(", ")))+");\n"))
}
