package reports

import (
	"reflect"

	"keryx/adjudicator"
)

// Frame is how the map of a game stood at a moment of a turn.
type Frame struct {
	Events int // of [watch.ChronicleTurn.Events] that had happened
	Map    FrameMap
	Own    [2]FrameMap // what each side knew, of an open game
}

// FrameMap is what a map shows, of a [adjudicator.View].
type FrameMap struct {
	Zones   []adjudicator.ZoneView
	Edges   []adjudicator.EdgeView
	Balance []adjudicator.BalanceRow
}

// frameMapOf is what a map shows of a view.
func frameMapOf(v adjudicator.View) FrameMap { return FrameMap{v.Zones, v.Edges, v.Balance} }

// Framer collects the frames of a turn as it is played again. Where the map is as before there is no
// frame: how often the game has stopped for a question is told by nothing else either.
type Framer struct {
	Open   bool // the game is shown whole
	Frames []Frame
}

// Look takes a frame of a session that has stopped.
func (f *Framer) Look(s *adjudicator.Session) {
	game, events := s.Game(), s.Events()
	now := Frame{Events: len(events), Map: frameMapOf(game.View(adjudicator.Observer))}
	if f.Open {
		now.Own = [2]FrameMap{frameMapOf(game.View(0)), frameMapOf(game.View(1))}
	} else {
		now.Events = len(PublicOnly(events))
	}
	if n := len(f.Frames); n > 0 {
		if last := f.Frames[n-1]; reflect.DeepEqual(last.Map, now.Map) && reflect.DeepEqual(last.Own, now.Own) {
			return
		}
	}
	f.Frames = append(f.Frames, now)
}
