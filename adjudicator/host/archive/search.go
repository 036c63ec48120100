package archive

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/orders"
)

// words are what a game is found by: a folded word, and the turns that it stands in, 0 for
// the game as a whole.
type words map[string][]int

// fold is a word as it is looked for: without accents, in small letters.
func fold(s string) string { return orders.Fold(s) }

// add notes the words of a text for a turn.
func (w words) add(text string, turn int) {
	for _, word := range strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) < 2 || len(word) > 40 {
			continue
		}
		if turns := w[word]; len(turns) == 0 || turns[len(turns)-1] != turn {
			w[word] = append(turns, turn)
		}
	}
}

// wordsOf are the names that a game is found by, in all languages: of its players, of the
// game and its sides, and of all that what is shown of its turns speaks of.
func wordsOf(langs []language, r row, c host.Chronicle) words {
	w := words{}
	for _, l := range langs {
		p := l.in(c.Ruleset)
		w.add(r.ID+" "+p.Say(c.Ruleset+".name")+" "+p.Term(adjudicator.Term{Kind: "scenario", ID: c.Scenario}), 0)
		for i := range r.Sides {
			w.add(l.side(c.Ruleset, r.Sides[i])+" "+l.seat(r.Seats[i]), 0)
		}
	}
	m := &namer{langs: langs, ruleset: c.Ruleset, words: w, places: placesOf(c)}
	for _, t := range c.Turns {
		for _, l := range langs {
			w.add(l.in(c.Ruleset).Phrase(t.Name), t.Number)
		}
		for _, e := range t.Events {
			for _, phrase := range append([]adjudicator.Phrase{e.Public}, e.Private[:]...) {
				termsIn(phrase, func(term adjudicator.Term) { m.names(term, t.Number) })
			}
		}
	}
	return w
}

// namer adds the names of terms.
type namer struct {
	langs   []language
	ruleset string
	words   words
	places  func(lang, zone string) string
}

// names adds what a term is called in every language.
func (n *namer) names(term adjudicator.Term, turn int) {
	for _, l := range n.langs {
		n.words.add(l.in(n.ruleset).Term(term), turn)
		if term.Kind == "zone" {
			n.words.add(n.places(l.tag, term.ID), turn)
		}
	}
}

// placesOf tells what zones are called on the map, where texts call them by numbers.
func placesOf(c host.Chronicle) func(lang, zone string) string {
	charted, ok := c.Rules.(adjudicator.Charted)
	if !ok {
		return func(_, _ string) string { return "" }
	}
	m, _ := charted.Chart()
	return func(lang, id string) string {
		z, ok := m.Zone(id)
		if !ok {
			return ""
		}
		return m.Place(z).Names.In(lang)
	}
}

// termsIn calls f with the terms that a phrase names.
func termsIn(p adjudicator.Phrase, f func(adjudicator.Term)) {
	for _, arg := range p.Args {
		switch a := arg.(type) {
		case adjudicator.Term:
			f(a)
		case adjudicator.Terms:
			each(a, f)
		case adjudicator.Path:
			each(a, f)
		case adjudicator.Either:
			each(a, f)
		case adjudicator.Phrase:
			termsIn(a, f)
		case []adjudicator.Phrase:
			for _, inner := range a {
				termsIn(inner, f)
			}
		}
	}
}

func each(terms []adjudicator.Term, f func(adjudicator.Term)) {
	for _, t := range terms {
		f(t)
	}
}

// block is a page of games in the list of the pieces.
type block struct {
	Page    string `json:"page"`
	Letters string `json:"letters"` // with which words begin
}

// found is a game in a piece.
type found struct {
	ID    string            `json:"id"`
	Title map[string]string `json:"title"`
	Who   []string          `json:"who"`
}

// searchPieces writes the index of a page of games: for each letter a script with the words
// that begin with it, and one with the games. In a piece "cyzique": "3:1,4;7:0" says that
// the word stands in turns 1 and 4 of the game at place 3, and for the whole game at 7.
func (s *Site) searchPieces(b *book, page string, rows []row) error {
	games := []found{}
	byLetter := map[string]map[string][]string{}
	for n, r := range rows {
		g := found{ID: r.ID, Title: map[string]string{}}
		for _, l := range s.langs {
			g.Title[l.tag] = l.in(r.Ruleset).Say(r.Ruleset + ".name")
		}
		for _, seat := range r.Seats {
			g.Who = append(g.Who, s.langs[0].seat(seat))
		}
		games = append(games, g)
		for word, turns := range r.Words {
			letter := string([]rune(word)[:1])
			if byLetter[letter] == nil {
				byLetter[letter] = map[string][]string{}
			}
			var numbers []string
			for _, t := range turns {
				numbers = append(numbers, strconv.Itoa(t))
			}
			byLetter[letter][word] = append(byLetter[letter][word], fmt.Sprintf("%d:%s", n, strings.Join(numbers, ",")))
		}
	}
	folder := "search/" + page
	keep := map[string]bool{folder + "/games.js": true}
	letters := slices.Sorted(maps.Keys(byLetter))
	for _, letter := range letters {
		piece := map[string]string{}
		for word, where := range byLetter[letter] {
			piece[word] = strings.Join(where, ";")
		}
		name := path.Join(folder, letter+".js")
		keep[name] = true
		if err := s.call(name, "keryxPiece", page, letter, piece); err != nil {
			return err
		}
	}
	if err := s.call(folder+"/games.js", "keryxGames", page, games); err != nil {
		return err
	}
	if b.club.Letters == nil {
		b.club.Letters = map[string]string{}
	}
	b.club.Letters[page] = strings.Join(letters, "")
	return s.tree.prune(folder, keep)
}

// searchPages writes the list of the pieces, the last games first, and the pages that ask
// them.
func (s *Site) searchPages(b *book) error {
	blocks := []block{}
	names := slices.SortedFunc(maps.Keys(b.club.Letters), naturally)
	for _, name := range slices.Backward(names) {
		blocks = append(blocks, block{name, b.club.Letters[name]})
	}
	data, err := script("keryxBlocks", blocks)
	if err != nil {
		return err
	}
	if err := s.tree.put("search/blocks.js", data); err != nil {
		return err
	}
	for _, l := range s.langs {
		p := page{Path: l.tag + "/search.html", Title: l.words.Say("archive.search"),
			Scripts: []string{l.tag + "/words.js", "search/blocks.js", "search.js"}}
		if err := s.write(l, "search", p); err != nil {
			return err
		}
	}
	return nil
}
