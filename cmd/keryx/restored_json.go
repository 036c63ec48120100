package main

import (
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
)

// lostFound is what a restored database does not know, as programs read it.
type lostFound struct {
	Looked     int        `json:"looked"` // mails
	Mails      []lostMail `json:"mails"`
	Notes      []lostNote `json:"notes"`
	Missing    []int      `json:"missing_notes"`
	Games      []string   `json:"games"`   // made after the copy
	Leagues    []string   `json:"leagues"` // told of by mails, and not in the copy
	Gap        string     `json:"gap,omitempty"`
	Unfinished string     `json:"unfinished,omitempty"`
}

type lostMail struct {
	Received time.Time `json:"received"`
	Folder   string    `json:"folder"`
	Bytes    int64     `json:"bytes"`
	From     string    `json:"from"`
	Subject  string    `json:"subject"`
}

type lostNote struct {
	Number int       `json:"number"`
	At     time.Time `json:"at"`
	What   string    `json:"what"`
}

// printLost prints it.
func printLost(g *screen.Globals, h *host.Host, lost host.Lost) error {
	found := lostFound{Looked: lost.Looked, Mails: []lostMail{}, Notes: []lostNote{}, Missing: []int{}, Games: []string{}, Leagues: []string{}}
	for _, f := range lost.Mails {
		from, subject := mail.ReadSender(f.Raw)
		found.Mails = append(found.Mails, lostMail{f.InternalDate.UTC(), f.Folder, f.Size, from, subject})
	}
	if len(lost.Mails) > 0 {
		read, err := h.ListNotes(g.Ctx, lost.Mails)
		if err != nil {
			return err
		}
		for _, n := range read.Notes {
			found.Notes = append(found.Notes, lostNote{n.Number, n.At.UTC(), n.What})
		}
		found.Missing = append(found.Missing, read.Missing...)
		found.Games = append(found.Games, read.Games...)
		found.Leagues = append(found.Leagues, read.Leagues...)
		if err := lost.Gap(); err != nil {
			found.Gap = err.Error()
		}
	}
	unfinished, err := h.Unfinished(g.Ctx)
	if err != nil {
		return err
	}
	if unfinished != nil {
		found.Unfinished = unfinished.Error()
	}
	return screen.PrintJSON(g.Out, found)
}
