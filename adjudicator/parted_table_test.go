package adjudicator_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
)

var updateTable = flag.Bool("update", false, "write the table of texts and how they are parted")

// partedCase is a text, and how it is parted. The page that signs reads the same table: see its tests.
type partedCase struct {
	Text   string `json:"text"`
	Aside  []int  `json:"aside"`  // the lines that are set aside, those that are quoted as negative numbers
	Faults []int  `json:"faults"` // the lines that refuse the file
	Led    bool   `json:"led"`    // something stood above the file
}

// verdict parts a text.
func verdict(text string) partedCase {
	c := partedCase{Text: text, Aside: []int{}, Faults: []int{}}
	p := adjudicator.PartNamed(text)
	c.Led = p.Led
	for _, run := range p.Aside {
		for i := range run.Lines {
			if line := run.Line + i; run.Quoted {
				c.Aside = append(c.Aside, -line)
			} else {
				c.Aside = append(c.Aside, line)
			}
		}
	}
	for _, d := range p.Faults {
		c.Faults = append(c.Faults, d.Span.Line)
	}
	return c
}

// TestPartedTable keeps the table of texts that people write, with how each is parted.
func TestPartedTable(t *testing.T) {
	const name = "testdata/parted.json"
	if *updateTable {
		writeTable(t, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []partedCase
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	faulty, aside := 0, 0
	for i, c := range all {
		if diff := cmp.Diff(c, verdict(c.Text)); diff != "" {
			t.Fatalf("text %d is parted otherwise than the table says (-table +now):\n%s\n%s", i, diff, c.Text)
		}
		faulty, aside = faulty+min(len(c.Faults), 1), aside+min(len(c.Aside), 1)
	}
	if len(all) < 300 || faulty < 60 || aside < 150 {
		t.Errorf("%d texts, %d refused, %d with something set aside: not a fair sample", len(all), faulty, aside)
	}
}

// writeTable makes the table: every greeting and closing around a file of each game, every order of
// the games outside of one, and mails as they are generated.
func writeTable(t *testing.T, name string) {
	r := rand.New(rand.NewPCG(24, 4))
	greetings, closings := slices.Concat(listed(t, "greetings.txt"), listed(t, "names.txt")), slices.Concat(listed(t, "closings.txt"), listed(t, "names.txt"))
	var all []partedCase
	for _, g := range partedGames {
		file := "game " + g.id + "\nside " + g.side + "\nturn 3\nanswers " + g.code + "\n# nonce\n\norders\n  " + g.orders[0] + "\n"
		for _, line := range slices.Concat(g.orders, g.wrong, g.standing, []string{"Stan", "stan", "Turn 3!", "Turn may -411", "Game on!", "mvoe \\", "From: Anna", "use advantage for points", "déplacer tout"}) {
			all = append(all, verdict(line+"\n\n"+file+"# done\n\nCheers,\n\n"+line+"\n"), verdict(file+"-- \n"+line+"\n"), verdict(file+line+"\n"))
		}
		lines := slices.Concat(greetings, closings)
		for chunk := range slices.Chunk(lines, 12) {
			all = append(all, verdict(strings.Join(chunk, "\n")+"\n"+file+"\n"+strings.Join(chunk, "\n")+"\n"))
		}
	}
	for range 150 {
		all = append(all, verdict(writeMail(t, r, greetings, closings).text))
	}
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
