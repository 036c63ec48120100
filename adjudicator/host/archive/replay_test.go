package archive

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/reports"
	"keryx/templates"
	"keryx/templates/wordtest"
)

// after is a map after all steps of a turn.
func after(start replayMap, steps []*replayMap) map[string]*replayZone {
	zones := maps.Clone(start.Zones)
	for _, m := range steps {
		if m != nil {
			maps.Copy(zones, m.Zones)
		}
	}
	maps.DeleteFunc(zones, func(_ string, z *replayZone) bool { return z == nil })
	return zones
}

// The steps of a turn lead from how it began to how it ended, with every eye, and tell all that the page
// of the turn tells, in its order.
func TestReplayLeadsToTheEnd(t *testing.T) {
	c := newClub(t, 21)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 2)
	c.resign(id)
	chronicle, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	p := templates.For("en", "hellespont")
	for _, turn := range chronicle.Turns {
		d := replayOf(p, chronicle, turn)
		var log []string
		shown := [3][]*replayMap{}
		moved := 0
		for _, s := range d.Steps {
			for _, l := range s.Log {
				log = append(log, l.Text)
			}
			shown[0] = append(shown[0], s.Map)
			if s.Map != nil {
				moved++
			}
			if s.Own != nil {
				shown[1], shown[2] = append(shown[1], s.Own[0]), append(shown[2], s.Own[1])
			}
		}
		var want []string
		for _, told := range p.Tell(turn.Events) {
			want = append(want, told.Text)
		}
		if !slices.Equal(log, want) {
			t.Errorf("turn %d: the log has %d lines, the page of the turn %d", turn.Number, len(log), len(want))
		}
		for eyes, at := range []struct {
			start replayMap
			view  adjudicator.View
		}{{d.Start, turn.View}, {d.Own[0], turn.Whole.Views[0]}, {d.Own[1], turn.Whole.Views[1]}} {
			ends := after(at.start, shown[eyes])
			real := wholeMap(p, frameOf(at.view)).Zones
			if a, b := jsonOf(t, ends), jsonOf(t, real); a != b {
				t.Errorf("turn %d, eyes %d: the replay ends with\n%s\nthe turn with\n%s", turn.Number, eyes, a, b)
			}
		}
		if moved < 3 && turn.Number < 3 { // nothing is moved in the third, which was given up at once
			t.Errorf("turn %d: the map changes at %d of %d steps", turn.Number, moved, len(d.Steps))
		}
		for _, found := range wordtest.Find(jsonOf(t, d)) {
			t.Errorf("turn %d shows %s", turn.Number, found)
		}
	}
}

func jsonOf(t *testing.T, v any) string { return string(jsonFor(t, v)) }

func frameOf(v adjudicator.View) reports.FrameMap {
	return reports.FrameMap{Zones: v.Zones, Edges: v.Edges, Balance: v.Balance}
}

// A running game is replayed as far as its delay lets it be shown, and with the eyes of both alone.
func TestReplayOfARunningGame(t *testing.T) {
	c := newClub(t, 22)
	id := c.found("hellespont", &play.Showing{Delay: calendar.Span{Duration: 72 * time.Hour}, Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 2)
	s := c.site()
	c.write(s)
	if files := published(t, s.Dir); files["en/games/"+id+"/"+replayFile] != nil || files[replayName(id, 1, "en")] != nil {
		t.Error("the game can be replayed before its delay is over")
	}
	c.now = c.now.Add(73 * time.Hour)
	c.write(s)
	files := published(t, s.Dir)
	data := string(files[replayName(id, 1, "en")])
	if data == "" || files["en/games/"+id+"/"+replayFile] == nil {
		t.Fatal("the game cannot be replayed once its delay is over")
	}
	for _, secret := range []string{`"own":`, `"p":[`} {
		if strings.Contains(data, secret) {
			t.Errorf("the replay of a running game has %s", secret)
		}
	}
}
