package requests

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/templates"
)

// What a page of help shows to be copied is carried out as it stands: where it changes something, the
// lines that say at which server and when are there.
func TestHelpPagesBindWhatTheyShow(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		for _, topic := range reports.PagesOfRequests {
			said := templates.For(lang, "").Say("help."+topic, "Mailbox", "keryx@club.example", "Day", "2026-11-21", "Answers", 1, "Changes", 1, "Reports", 1, "Characters", 1,
				"Turn", 1, "OfferDays", 1, "OfferTurns", 1, "AppealDays", 2, "Observers", 1, "Watched", 1)
			text, bound := "", 0
			for line := range strings.Lines(said + "\n\n") {
				if strings.HasPrefix(line, "    ") {
					text += line
					continue
				}
				if first := strings.Fields(text + " -")[0]; first != "press" && first != "presse" { // below orders
					if written.NeedsBinding(text) {
						t.Errorf("%s, help %s: this is not carried out:\n%s", lang, topic, text)
					}
					if strings.Contains(text, "keryx@club.example") {
						bound++
					}
				}
				text = ""
			}
			if bound == 0 && topic != "index" {
				t.Errorf("%s, help %s shows no request with its lines", lang, topic)
			}
		}
	}
}
