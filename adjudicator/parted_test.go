package adjudicator_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/orders"
)

func init() {
	adjudicator.Register(hellespont.Default())
	adjudicator.Register(amphipolis.Default())
}

// partedGames are games with some orders that their players write, each on a line, and standing orders.
var partedGames = []struct {
	id, side          string
	orders, standing  []string
	wrong             []string // orders that cannot be read, and that nobody would take for a greeting
	first, last, code string
}{
	{id: "hel-7", side: "athens", code: "K7Q2-9XWM",
		orders: []string{"pass", "spend 3", "activate Sestos", "move T10 T4 by M5 M6", "déplacer T10 par M5", "fight M3", "play S8", "passer", "dépenser 2", "activer Sestos",
			"act Sestos", "stand", "keep S8", "reroll"},
		standing: []string{"stratagems: none", "losses: weakened first", "when attacked at sea: evade to port, else stand"},
		wrong:    []string{"mvoe T10 by M5", "spned 3", "activat Sestos", "pss", "phase B.3", "answers K7Q2-9XWM", "game hel-7", "orders", "ordres :", "- spend 3", "1. spend 3", "* move T10"}},
	{id: "amp-2", side: "sparta", code: "B2C3-D4E5",
		orders: []string{"pass", "spend 3", "activate Amphipolis", "passer", "play S15"},
		wrong:  []string{"spned 3", "pass!", "orders:", "standing", "move Brasidas", "keep S15"}},
}

// words reads a list of lines, one a line, of a file.
func listed(t *testing.T, name string) (all []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// TestUsualWords puts every usual greeting and closing above and below a file of every game: none of
// them is taken for an order.
func TestUsualWords(t *testing.T) {
	for _, g := range partedGames {
		for _, line := range slices.Concat(listed(t, "greetings.txt"), listed(t, "closings.txt"), listed(t, "names.txt"), []string{"Stan"}) {
			text := line + "\n\ngame " + g.id + "\nside " + g.side + "\nanswers " + g.code + "\nat keryx@club.example\n\norders\n  " + g.orders[0] + "\n\n" + line + "\n"
			f, parted, faults := adjudicator.ReadNamed(text)
			if len(faults) > 0 {
				t.Errorf("%s: %q: %v", g.id, line, faults[0])
				continue
			}
			if n := len(parted.Aside); n != 2 || !parted.Led || len(f.Groups) != 1 || len(f.Groups[0].Statements) != 1 {
				t.Errorf("%s: %q: %d runs set aside, %+v", g.id, line, n, f.Groups)
			}
		}
	}
}

// TestNameLikeOrder refuses a file beside which a word stands that is an order, or a slip for one, and no
// name as people write theirs.
func TestNameLikeOrder(t *testing.T) {
	for _, line := range []string{"stan", "Stand", "Pss", "pas", "STAN"} {
		_, _, faults := adjudicator.ReadNamed("game hel-7\nside athens\nanswers K7Q2-9XWM\norders\n  spend 3\n--\n" + line + "\n")
		if len(faults) != 1 || faults[0].Code != orders.CodeOrderAfterEnd {
			t.Errorf("%q: %v", line, faults)
		}
	}
}

// generated is a mail that was made, and what is in it.
type generated struct {
	text   string
	orders int             // that the file holds
	wrote  map[string]bool // the orders outside of it, well written or not
	stray  bool            // something like an order stands outside of it
	broken bool            // something stands where nothing may
}

// mail writes a mail as people do.
func writeMail(t *testing.T, r *rand.Rand, greetings, closings []string) generated {
	g := partedGames[r.IntN(len(partedGames))]
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	m := generated{wrote: map[string]bool{}}
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	stray := func(s string) {
		line(s)
		m.stray, m.wrote[s] = true, true
	}
	quote := func() {
		line([]string{"On 11/27/26 10:16, Keryx wrote:", "Le 27/11/2026 à 10:16, Keryx a écrit :", "Le ven. 27 nov. 2026 à 10:16, Keryx <keryx@club.example> a\nécrit :"}[r.IntN(3)])
		for range 1 + r.IntN(6) {
			line("> " + pick(slices.Concat(g.orders, closings, []string{"game " + g.id, "orders", ""})))
		}
	}
	prose := func(list []string) {
		for range 1 + r.IntN(3) {
			switch n := r.IntN(40); {
			case n < 28:
				line(pick(list))
			case n < 36:
				line("")
			case n < 38 && len(g.wrong) > 0:
				stray(pick(g.wrong))
			default:
				stray(pick(g.orders))
			}
		}
	}
	if r.IntN(2) == 0 {
		prose(greetings)
		line("")
	}
	if r.IntN(4) == 0 {
		quote()
		line("")
	}
	line("game " + g.id)
	line("side " + g.side)
	line("answers " + g.code)
	line("")
	line(pick([]string{"orders", "ordres", "Orders:"}))
	for range 1 + r.IntN(3) {
		line("  " + pick(g.orders))
		m.orders++
		if r.IntN(8) == 0 {
			line("")
		}
	}
	switch r.IntN(12) {
	case 0:
		m.broken = !strings.HasSuffix(b.String(), "\n\n") // right below the last order, and no line between
		line(pick(closings))
	case 1:
		line("> " + pick(g.orders))
		line("  " + pick(g.orders))
		m.broken = true
	}
	switch r.IntN(3) {
	case 0:
		line("")
	case 1:
		line(pick([]string{"-- ", "--", "—", "-", "- - -"}))
	}
	if b := b.String(); !strings.HasSuffix(b, "\n\n") && !strings.HasSuffix(strings.TrimRight(b, " \n"), "-") && !strings.HasSuffix(b, "—\n") {
		line("")
	}
	if r.IntN(3) > 0 {
		prose(closings)
	}
	if r.IntN(3) == 0 {
		quote()
	}
	if r.IntN(12) == 0 {
		line("")
		line(pick([]string{"From: Keryx <keryx@club.example>", "De : Keryx <keryx@club.example>", "*From:* Keryx"}))
		line("Subject: [hel-7]")
		line("")
		line(pick(g.orders))
		m.broken = true
	}
	m.text = b.String()
	return m
}

// TestGeneratedMails writes tens of thousands of mails: what is in the file is read, whole; what is
// like an order and stands outside refuses all of it; everything else is told back.
func TestGeneratedMails(t *testing.T) {
	greetings, closings := slices.Concat(listed(t, "greetings.txt"), listed(t, "names.txt")), slices.Concat(listed(t, "closings.txt"), listed(t, "names.txt"))
	r := rand.New(rand.NewPCG(24, 3))
	taken, refused := 0, 0
	const mails = 20_000
	for n := range mails {
		m := writeMail(t, r, greetings, closings)
		f, parted, faults := adjudicator.ReadNamed(m.text)
		if r := adjudicator.Named(f.Header.Game.Value); r != nil && len(faults) == 0 {
			faults = adjudicator.Vet(r, f)
		}
		if len(faults) > 0 {
			refused++
			if !m.stray && !m.broken {
				t.Fatalf("mail %d was refused: %v\n%s", n, faults[0], m.text)
			}
			continue
		}
		taken++
		read := 0
		for _, group := range f.Groups {
			read += len(group.Statements)
		}
		if m.broken {
			t.Fatalf("mail %d was taken, and something stands in the file that is none of it:\n%s", n, m.text)
		}
		// What stands below a file and reads as an order may be one of it, if nothing parts the two.
		if read != m.orders && !(m.stray && read > m.orders) {
			t.Fatalf("mail %d: %d orders were read, and it has %d:\n%s", n, read, m.orders, m.text)
		}
		for _, run := range parted.Aside {
			for _, line := range run.Lines {
				if !run.Quoted && m.wrote[strings.TrimSpace(line)] {
					t.Fatalf("mail %d: the order %q was dropped:\n%s", n, line, m.text)
				}
			}
		}
		whole(t, m.text, parted)
	}
	if taken < mails/4 || refused < mails/10 {
		t.Errorf("%d mails were taken and %d refused: not a fair sample", taken, refused)
	}
	t.Log(taken, "taken,", refused, "refused")
}

// whole checks that a line is in the text or was set aside, and not both.
func whole(t *testing.T, text string, p orders.Parted) {
	t.Helper()
	aside := map[int]string{}
	for _, run := range p.Aside {
		for i, line := range run.Lines {
			aside[run.Line+i] = line
		}
	}
	was, is := strings.Split(text, "\n"), strings.Split(p.Text, "\n")
	if len(was) != len(is) {
		t.Fatalf("%d lines became %d", len(was), len(is))
	}
	for i, line := range was {
		given, out := aside[i+1]
		switch {
		case out && (given != strings.TrimRight(line, " \t\r") || is[i] != ""):
			t.Fatalf("line %d, %q: set aside as %q, and left as %q", i+1, line, given, is[i])
		case !out && is[i] != line && !strings.HasPrefix(strings.TrimSpace(line), "#"):
			t.Fatalf("line %d, %q was neither kept nor told back", i+1, line)
		}
	}
}
