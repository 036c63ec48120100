package templates

import (
	"strings"
	"testing"
)

// TestReserveBeforeContract: a letter with a deadline does not say that the game waits, or that
// the server answers, at once after it where a time bank opens first; it tells of extensions.
func TestReserveBeforeContract(t *testing.T) {
	for lang, want := range map[string]struct{ bank, extend, twice, plain string }{
		"en": {"time bank opens by itself; it holds 5 days. Once that is used up,", "you can do so once more.", "you can do so 2 times more.", "If it passes, the game waits"},
		"fr": {"réserve de temps s’ouvre d’elle-même ; elle contient 5 jours. Une fois qu’elle est épuisée,", "encore une fois.", "encore 2 fois.", "Passé cette date, la partie vous attend"},
	} {
		for _, contract := range []string{"wait", "default", "substitute", "forfeit"} {
			r := tinyReport(t)
			r.Lang, r.Contract, r.Referee, r.Bank, r.Extensions = lang, contract, true, 5, 2
			text := strings.Join(strings.Fields(render(t, r).Text), " ")
			if !strings.Contains(text, want.bank) || !strings.Contains(text, want.twice) || strings.Contains(text, want.plain) {
				t.Errorf("%s %s: the bank and the extensions are not told before what follows:\n%s", lang, contract, text)
			}
			r.Bank, r.Extensions = 0, 1
			if text := strings.Join(strings.Fields(render(t, r).Text), " "); strings.Contains(text, want.bank) || !strings.Contains(text, want.extend) {
				t.Errorf("%s %s: a bank is told of that is not there, or an extension is not:\n%s", lang, contract, text)
			}
		}
	}
}
