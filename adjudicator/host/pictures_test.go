package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail"
	"keryx/store"
)

// A letter with a picture of the map does not draw it in letters as well; who has asked for no
// pictures is sent the map in letters in their place, and the answer to "status" has both.
func TestPicturesOff(t *testing.T) {
	c := newGoldenGame(t, "hellespont", "")
	const drawing = "~~~~~~~" // water
	pictures := func(r mail.Received) (n int) {
		for _, f := range r.Files {
			if f.Type == "image/png" {
				n++
			}
		}
		return n
	}
	letters := func() map[string]mail.Received {
		all := map[string]mail.Received{}
		for _, m := range c.Sent() {
			r, err := mail.ReadReport(m.Raw)
			hosttest.Check(t, err)
			all[m.Recipient] = r
		}
		return all
	}
	for to, r := range letters() {
		if pictures(r) == 0 || strings.Contains(r.Text, drawing) {
			t.Errorf("the first letter to %s has %d pictures and draws the map: %v", to, pictures(r), strings.Contains(r.Text, drawing))
		}
	}
	asks := func(p goldenPlayer, lines string) mail.Received {
		t.Helper()
		row := c.Receive(hosttest.Letter(p.address(), hosttest.Sign(t, p.signer(t), lines, c.Time), "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		if row.State != store.Command && row.State != store.Faulty {
			t.Fatalf("%s: %s", row.State, row.Reason)
		}
		return letters()[p.address()]
	}
	bound := "\nat " + hosttest.ServerAddress + "\ndated " + c.Time.Format("2006-01-02") + "\n"
	athens, sparta := goldenPlayers[0], goldenPlayers[1]
	for _, c := range [][2]string{{"pictures off", "bring no pictures"}, {"pictures on", "as pictures"}, {"pictures", "Write “pictures off”"}} {
		request, said := c[0], c[1]
		if r := asks(athens, request+bound); !strings.Contains(strings.Join(strings.Fields(r.Text), " "), said) {
			t.Errorf("%s: want %q in\n%s", request, said, r.Text)
		}
	}
	if r := asks(sparta, "images non"+strings.NewReplacer("\nat ", "\nchez ", "\ndated ", "\ndaté du ").Replace(bound)); !strings.Contains(r.Text, "d’images") {
		t.Error(r.Text)
	}
	if r := asks(athens, "help signing\nodds naval in M4 2xT10 against T20\n"); r.Subject != "[hel-1] Answer to: help signing, odds" {
		t.Errorf("the subject of an answer is %q", r.Subject)
	}
	if r := asks(sparta, "situation\n"); pictures(r) != 0 || !strings.Contains(r.Text, drawing) || !strings.Contains(r.HTML, drawing) {
		t.Errorf("without pictures there are %d of them:\n%s", pictures(r), r.Text)
	}
	if r := asks(athens, "status\n"); pictures(r) == 0 || !strings.Contains(r.Text, drawing) || strings.Contains(r.HTML, drawing) {
		t.Errorf("the position has %d pictures:\n%s", pictures(r), r.Text)
	}
}
