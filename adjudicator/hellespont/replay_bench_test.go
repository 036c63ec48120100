package hellespont

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/templates"
)

// filed is an order file as the ledger keeps it.
type filed struct {
	side adjudicator.Side
	text string
}

// take plays a file as ledger entry number entry.
func take(b *testing.B, s *adjudicator.Session, entry int, f filed) {
	b.Helper()
	file, faults := orders.Parse(f.text)
	if len(faults) > 0 {
		b.Fatal(faults[0])
	}
	out, err := s.Take(adjudicator.Input{Entry: entry, Head: dice.Head{byte(entry)}, Side: f.side, File: file})
	if err != nil {
		b.Fatal(err)
	}
	if len(out.Faults) > 0 {
		b.Fatal(out.Faults[0])
	}
}

// reopen replays a month from its snapshot and its order files.
func reopen(b *testing.B, snap adjudicator.Snapshot, files []filed) *adjudicator.Session {
	b.Helper()
	s, err := adjudicator.Open(Default(), snap, monthDice(snap.Turn), 1, dice.Head{1})
	if err != nil {
		b.Fatal(err)
	}
	for i, f := range files {
		take(b, s, 2+i, f)
	}
	return s
}

// month plays one month at random and writes it down as order files: one for
// every run of answers of a side that nothing new interrupts.
func month(b *testing.B, snap adjudicator.Snapshot) (adjudicator.Snapshot, []filed) {
	b.Helper()
	rnd := rand.New(rand.NewPCG(uint64(snap.Turn), 1))
	p := templates.For("en", "hellespont")
	var files []filed
	for {
		s := reopen(b, snap, files)
		if s.Ended() {
			defer s.Close()
			return s.Snapshot(), files
		}
		side := adjudicator.Side(0)
		if s.Asked(0) == nil {
			side = 1
		}
		text := "game hel-1\nside x\nanswers AAAA-AAAA\norders\n"
		s.Plan(side)
		for q := s.Asked(side); q != nil && !s.Disclosed(); q = s.Asked(side) {
			a := q.Form.Sample(rnd)
			text += p.Words(a.Words()) + "\n"
			if err := s.Answer(side, a); err != nil {
				b.Fatal(err)
			}
		}
		s.Close()
		files = append(files, filed{side, text})
	}
}

// monthDice are the committed dice of the benchmark's game.
func monthDice(turn int) dice.Source {
	return dice.NewTurn(dice.ByOrders, dice.Secret{4, 1, 1}, "hel-1", turn)
}

// BenchmarkReplayMonth replays a whole month from its snapshot and its order
// files, as the server does before it takes the next one.
func BenchmarkReplayMonth(b *testing.B) {
	snap, err := adjudicator.Begin(Default(), adjudicator.Setup{})
	if err != nil {
		b.Fatal(err)
	}
	snap, _ = month(b, snap) // August has hardly any ships; take a fuller month
	_, files := month(b, snap)
	lines := 0
	for _, f := range files {
		lines += strings.Count(f.text, "\n") - 4
	}
	for b.Loop() {
		reopen(b, snap, files).Close()
	}
	b.ReportMetric(float64(len(files)), "files/month")
	b.ReportMetric(float64(lines), "orders/month")
}
