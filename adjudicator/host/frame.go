package host

import (
	"reflect"

	"keryx/adjudicator"
)

// Frame is how the map of a game stood at a moment of a turn.
type Frame struct {
	Events int // of [ChronicleTurn.Events] that had happened
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

// framer collects the frames of a turn as it is played again. Where the map is as before there is no
// frame: how often the game has stopped for a question is told by nothing else either.
type framer struct {
	open   bool // the game is shown whole
	frames []Frame
}

// look takes a frame of a session that has stopped.
func (f *framer) look(s *adjudicator.Session) {
	game, events := s.Game(), s.Events()
	now := Frame{Events: len(events), Map: frameMapOf(game.View(adjudicator.Observer))}
	if f.open {
		now.Own = [2]FrameMap{frameMapOf(game.View(0)), frameMapOf(game.View(1))}
	} else {
		now.Events = len(publicOnly(events))
	}
	if n := len(f.frames); n > 0 {
		if last := f.frames[n-1]; reflect.DeepEqual(last.Map, now.Map) && reflect.DeepEqual(last.Own, now.Own) {
			return
		}
	}
	f.frames = append(f.frames, now)
}
