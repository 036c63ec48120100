package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive/fold"
	"keryx/adjudicator/host/watch"
)

// words are what a game is found by: a folded word, and the turns that it stands in, 0 for
// the game as a whole.
type words map[string][]int

// add notes the words of a text for a turn.
func (w words) add(text string, turn int) {
	for _, word := range fold.Words(text) {
		if turns := w[word]; len(turns) == 0 || turns[len(turns)-1] != turn {
			w[word] = append(turns, turn)
		}
	}
}

// wordsOf are the names that a game is found by, in all languages: of its players, of the
// game and its sides, and of all that what is shown of its turns speaks of.
func wordsOf(langs []language, r row, c watch.Chronicle) words {
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
func placesOf(c watch.Chronicle) func(lang, zone string) string {
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
	Told  bool              `json:"told,omitempty"` // what happened in its turns is there for scripts, see [replayName]
}

// piece is the part of the index of a page of games for a letter: "cyzique": "3:1,4;7:0" says
// that the word stands in turns 1 and 4 of the game at place 3, and for the whole game at 7.
type piece map[string]string

// set says in which turns of the game at a place a word stands.
func (p piece) set(word string, place int, turns []int) {
	var parts []string
	if text := p[word]; text != "" {
		parts = strings.Split(text, ";")
	}
	at := func(part string) int {
		number, _, _ := strings.Cut(part, ":")
		n, _ := strconv.Atoi(number) // it was written from a number
		return n
	}
	i := slices.IndexFunc(parts, func(part string) bool { return at(part) >= place })
	if i < 0 {
		i = len(parts)
	}
	if i < len(parts) && at(parts[i]) == place {
		parts = slices.Delete(parts, i, i+1)
	}
	if len(turns) > 0 {
		var numbers []string
		for _, t := range turns {
			numbers = append(numbers, strconv.Itoa(t))
		}
		parts = slices.Insert(parts, i, fmt.Sprintf("%d:%s", place, strings.Join(numbers, ",")))
	}
	if p[word] = strings.Join(parts, ";"); len(parts) == 0 {
		delete(p, word)
	}
}

// letterOf is the piece that a word stands in.
func letterOf(word string) string { return string([]rune(word)[:1]) }

// searchPieces writes the index of a page of games: a script with the games, and for each letter
// one with the words that begin with it. Where the games are those that they were, only the
// pieces are written in which something of a game that has changed stands.
func (s *Site) searchPieces(b *book, page string, note *pageNote, rows []row) error {
	folder := "search/" + page
	games, order := []found{}, []string{}
	for _, r := range rows {
		order = append(order, r.ID)
		g := found{ID: r.ID, Title: map[string]string{}, Told: r.Small}
		for _, l := range s.langs {
			g.Title[l.tag] = l.in(r.Ruleset).Say(r.Ruleset + ".name")
		}
		for _, seat := range r.Seats {
			g.Who = append(g.Who, s.langs[0].seat(seat))
		}
		games = append(games, g)
	}
	if err := s.call(folder+"/games.js", "keryxGames", page, games); err != nil {
		return err
	}
	same := len(order) >= len(note.Order) && slices.Equal(order[:len(note.Order)], note.Order)
	for i, id := range order {
		if old, is := b.changed[id]; is && old == nil || !is && i >= len(note.Order) {
			same = false
		}
	}
	letters, whole, err := s.amend(b, page, note, order, same)
	if errors.Is(err, errPiece) { // one is damaged
		letters, whole, err = s.amend(b, page, note, order, false)
	}
	if err != nil {
		return err
	}
	note.Order = order
	if text := strings.Join(letters, ""); text != note.Letters || whole {
		note.Letters = text
		return b.putYear(page, note)
	}
	return nil
}

// foundBy are the words that a game is found by.
func (b *book) foundBy(id string) (words, error) {
	if w, is := b.found[id]; is {
		return w, nil
	}
	var m memo
	_, err := b.tree.recall(memoName(id), &m)
	return m.Words, err
}

// errPiece reports a piece of the index that cannot be read.
var errPiece = errors.New("a piece of the index is damaged")

// amend writes the pieces of a page, all of them or those in which something has changed, and
// returns the letters for which there are any.
func (s *Site) amend(b *book, page string, note *pageNote, order []string, same bool) (letters []string, whole bool, err error) {
	pieces := map[string]piece{}
	for _, letter := range note.Letters {
		if same {
			pieces[string(letter)] = nil // it is there, and not read yet
		}
	}
	for place, id := range order {
		old, is := b.changed[id]
		if same && !is {
			continue
		}
		now, err := b.foundBy(id)
		if err != nil {
			return nil, false, err
		}
		if !same {
			old = nil
		}
		for _, word := range now.differ(old) {
			letter := letterOf(word)
			if pieces[letter] == nil {
				if pieces[letter], err = s.readPiece(page, letter, same && strings.Contains(note.Letters, letter)); err != nil {
					return nil, false, err
				}
			}
			pieces[letter].set(word, place, now[word])
		}
	}
	keep := map[string]bool{"search/" + page + "/games.js": true}
	for _, letter := range slices.Sorted(maps.Keys(pieces)) {
		name := pieceName(page, letter)
		if pieces[letter] != nil && len(pieces[letter]) == 0 {
			continue
		}
		letters = append(letters, letter)
		keep[name] = true
		if pieces[letter] != nil {
			if err := s.call(name, "keryxPiece", page, letter, pieces[letter]); err != nil {
				return nil, false, err
			}
		}
	}
	return letters, !same, s.tree.prune("search/"+page, keep)
}

// pieceName is the piece of a page for a letter.
func pieceName(page, letter string) string { return path.Join("search", page, fold.Piece(letter)) }

// readPiece reads a piece that is there, or begins one.
func (s *Site) readPiece(page, letter string, there bool) (piece, error) {
	if !there {
		return piece{}, nil
	}
	data, err := s.tree.content(pieceName(page, letter))
	if err != nil {
		return nil, err
	}
	var name, of string
	p := piece{}
	text, called := strings.CutPrefix(strings.TrimSuffix(string(data), ");\n"), "keryxPiece(")
	if err := json.Unmarshal([]byte("["+text+"]"), &[]any{&name, &of, &p}); !called || err != nil || name != page || of != letter {
		return nil, fmt.Errorf("%w: %s", errPiece, pieceName(page, letter))
	}
	return p, nil
}

// differ lists the words that stand elsewhere than among others, or in only one of the two.
func (w words) differ(old words) (all []string) {
	for word, turns := range w {
		if was, is := old[word]; !is || !slices.Equal(was, turns) {
			all = append(all, word)
		}
	}
	for word := range old {
		if _, is := w[word]; !is {
			all = append(all, word)
		}
	}
	slices.Sort(all)
	return all
}

// searchYear writes the list of the pieces of a year, the last games first.
func (s *Site) searchYear(year string, note *yearNote) error {
	blocks := []block{}
	names := slices.SortedFunc(maps.Keys(note.Pages), naturally)
	for _, name := range slices.Backward(names) {
		blocks = append(blocks, block{name, note.Pages[name].Letters})
	}
	return s.call("search/"+year+".js", "keryxYear", year, blocks)
}

// searchPages writes the list of the years, the last first, and the pages that ask them.
func (s *Site) searchPages(years []string) error {
	data, err := script("keryxYears", years)
	if err != nil {
		return err
	}
	if err := s.tree.put("search/years.js", data); err != nil {
		return err
	}
	if data, err = script("keryxLetters", json.RawMessage(fold.LettersFile)); err != nil {
		return err
	}
	if err := s.tree.put(fold.LettersName, data); err != nil {
		return err
	}
	for _, l := range s.langs {
		p := page{Path: l.tag + "/search.html", Title: l.words.Say("archive.search"),
			Scripts: []string{l.tag + "/words.js", "search/years.js", fold.LettersName, "search.js"}}
		if err := s.write(l, "search", p); err != nil {
			return err
		}
	}
	return s.tree.remove("search/blocks.js") // of an older edition
}
