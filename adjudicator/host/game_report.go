package host

import (
	"encoding/json"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// options are the readings chosen for the game, where they differ from the default.
func (p *position) options() map[string]string {
	var chosen map[string]string
	_ = json.Unmarshal(p.game.Options, &chosen) // written by us; nil means none
	return chosen
}

// story is what has happened since the seat was last told, turn by turn.
func (p *position) story(seat store.Seat) []templates.Chapter {
	var story []templates.Chapter
	for _, c := range p.chapters {
		story = append(story, templates.Chapter{Number: c.turn, Turn: c.name, Events: unread(seat, c.turn, c.events)})
	}
	if p.game.Status != store.Ended {
		s := p.session
		story = append(story, templates.Chapter{Number: s.Turn(), Turn: s.Game().Name(), Events: unread(seat, s.Turn(), s.Events())})
	}
	return story
}

// unread cuts off the events of a turn that the seat has been told.
func unread(seat store.Seat, turn int, events []adjudicator.Event) []adjudicator.Event {
	switch {
	case turn < seat.ReportedTurn:
		return nil
	case turn == seat.ReportedTurn:
		return events[min(seat.ReportedEvent, len(events)):]
	}
	return events
}
