package play

import (
	"encoding/json"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// Options are the readings chosen for the game, where they differ from the default.
func (p *Position) Options() map[string]string {
	var chosen map[string]string
	_ = json.Unmarshal(p.Game.Options, &chosen) // written by us; nil means none
	return chosen
}

// Story is what has happened since the seat was last told, turn by turn.
func (p *Position) Story(seat store.Seat) []templates.Chapter {
	var story []templates.Chapter
	for _, c := range p.Chapters {
		story = append(story, templates.Chapter{Number: c.Turn, Turn: c.name, Events: Unread(seat, c.Turn, c.Events)})
	}
	if p.Game.Status != store.Ended {
		s := p.Session
		story = append(story, templates.Chapter{Number: s.Turn(), Turn: s.Game().Name(), Events: Unread(seat, s.Turn(), s.Events())})
	}
	return story
}

// Unread cuts off the events of a turn that the seat has been told.
func Unread(seat store.Seat, turn int, events []adjudicator.Event) []adjudicator.Event {
	switch {
	case turn < seat.ReportedTurn:
		return nil
	case turn == seat.ReportedTurn:
		return events[min(seat.ReportedEvent, len(events)):]
	}
	return events
}
