package host

import (
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
	"keryx/templates"
)

// A ruling is a signed text of the referee, or the same by a command on the server:
//
//	game hel-7
//	ruling                        or: preview, which changes nothing
//	pause until 2026-12-20        what is ruled
//	reason Anna is travelling.    what both players read
//
// One in a league has the line "league spring" in the place of the game's.
//
// A comment begins with "#". "--" or a quoted line ends the text. What stands below
// "answer SIDE" is the orders that are given for that side, to the end.

// ruling is such a text.
type ruling struct {
	preview bool
	game    word
	league  word      // in the place of the game, of a ruling in a league
	head    word      // "ruling" or "preview"
	acts    []request // a line each
	reason  string
	orders  string // below "answer SIDE"
	appeal  word   // the number of the appeal that it decides, if any
	decides int    // that number, once it is known to wait
	text    string // all of it
}

// rulingHeads are the spellings of the line that makes a text a ruling, folded.
var rulingHeads = map[string]string{
	"ruling": "ruling", "rule": "ruling", "decision": "ruling", "arbitrage": "ruling",
	"preview": "preview", "apercu": "preview", "essai": "preview",
}

// rulingActs are the spellings of what can be ruled, folded.
var rulingActs = map[string]string{
	"extend": actExtend, "deadline": actExtend, "prolonger": actExtend, "prolonge": actExtend, "delai": actExtend,
	"pause": actPause, "suspend": actPause, "suspendre": actPause,
	"go": actGo, "allez": actGo,
	"resume": actResume, "reprendre": actResume, "reprise": actResume,
	"replace": actReplace, "remplacer": actReplace, "remplace": actReplace,
	"answer": actAnswer, "repondre": actAnswer, "reponse": actAnswer,
	"adjudge": actAdjudge, "adjuger": actAdjudge, "adjuge": actAdjudge,
	"annul": actAnnul, "annuler": actAnnul, "annule": actAnnul,
	"end": actEnd, "terminer": actEnd, "termine": actEnd,
	"back": actBack, "revenir": actBack, "retour": actBack,
	"reopen": actReopen, "rouvrir": actReopen, "rouvre": actReopen,
	"throw": actThrow, "relancer": actThrow, "relance": actThrow,
	"correct": actCorrect, "corriger": actCorrect,
	"dismiss": actDismiss, "rejeter": actDismiss, "rejette": actDismiss,
	"rule-claim": actUphold, "uphold": actUphold, "accueillir": actUphold,
}

// reasonHeads are the spellings of the line that gives the reason, folded.
var reasonHeads = []string{"reason", "because", "motif", "raison"}

// leagueHeads are the spellings of the line that names the league of a ruling, folded.
var leagueHeads = map[string]bool{"league": true, "championnat": true, "ligue": true, "ladder": true, "echelle": true}

// rulingFiller are words between the parts of a line that may be there or not, folded.
var rulingFiller = map[string]bool{
	"until": true, "to": true, "by": true, "at": true, "for": true, "entry": true, "again": true,
	"jusqu'au": true, "jusqu'a": true, "jusque": true, "par": true, "pour": true, "a": true, "au": true, "le": true, "l'entree": true, "entree": true, "side": true, "camp": true,
}

// What a text of a ruling may hold.
const (
	maxRulingActs = 40
	maxReason     = 2000 // bytes
)

// readRuling reads a signed text as a ruling. It reports false if the text is something else.
func readRuling(text string) (r ruling, ok bool) {
	r.text = text
	_, text = orders.CutBinding(orders.Unquote(text).Text)
	n, rest := 0, ""
	for line := range strings.Lines(text) {
		n++
		if rest != "" {
			r.orders += line
			continue
		}
		line = strings.TrimRight(line, " \t\r\n")
		words := splitWords(line, n)
		if len(words) == 0 {
			continue
		}
		first := strings.TrimRight(orders.Fold(words[0].text), ":=")
		if len(line) > maxRequestLine || orders.IsEnd(line) || strings.HasPrefix(first, ">") {
			break
		}
		switch {
		case leagueHeads[first] && len(words) > 1 && r.league.text == "":
			r.league = words[len(words)-1]
		case requestHeads[first] == "game" && len(words) > 1 && r.game.text == "":
			r.game = words[len(words)-1]
		case r.head.text == "" && first == "keryx" && len(words) > 1 && rulingHeads[orders.Fold(words[1].text)] != "":
			r.head, r.preview = words[1], rulingHeads[orders.Fold(words[1].text)] == "preview"
		case r.head.text == "":
			if rulingHeads[first] == "" || len(words) > 1 {
				return r, false
			}
			r.head, r.preview = words[0], rulingHeads[first] == "preview"
		case rulingHeads[first] == "preview" && len(words) == 1:
			r.preview = true
		case appealLine(words) && r.appeal.text == "":
			r.appeal = words[len(words)-1]
		case isReason(first):
			_, said, _ := strings.Cut(strings.TrimSpace(line), " ")
			r.reason = strings.TrimSpace(r.reason + "\n" + strings.TrimSpace(said))
		default:
			act := request{verb: rulingActs[first], words: words, line: n, text: line}
			r.acts = append(r.acts, act)
			if act.verb == actAnswer {
				rest = line
			}
		}
	}
	r.reason = typographic(r.reason)
	return r, r.head.text != ""
}

// straight is an apostrophe as the canonical text of a signature has it, within a word.
var straight = pattern.New(`(\pL)'(\pL)`)

// typographic gives back the apostrophes that a text lost when it was signed: the canonical form
// has straight ones.
func typographic(text string) string { return straight.ReplaceAllString(text, "$1’$2") }

// appealLine reports whether a line names the appeal that a ruling decides: "on appeal 3".
func appealLine(words []word) bool {
	if joins := orders.Fold(words[0].text); len(words) > 1 && (joins == "on" || joins == "sur" || joins == "en") {
		words = words[1:]
	}
	return appealHeads[strings.TrimRight(orders.Fold(words[0].text), ":")]
}

func isReason(first string) bool {
	for _, head := range reasonHeads {
		if first == head {
			return true
		}
	}
	return false
}

// terms are the words of a line behind its verb, without those that only join them.
func (r request) terms() (all []word) {
	for _, w := range r.words[1:] {
		w.text = strings.TrimRight(w.text, ":,")
		if w.text != "" && !rulingFiller[orders.Fold(strings.ReplaceAll(w.text, "’", "'"))] {
			all = append(all, w)
		}
	}
	return all
}

// arbiter is a referee who rules, and how.
type arbiter struct {
	player store.Player
	key    string // the fingerprint of the key that signed, or of one that he could have signed with
	shell  bool   // by a command on the server
	ev     evidence
}

// zoneOf is a player's time zone.
func zoneOf(p store.Player) *time.Location {
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// What can be ruled.
const (
	actExtend  = "extend"  // a side's deadline is set
	actPause   = "pause"   // the clocks stand still until a day
	actResume  = "resume"  // they go on
	actGo      = "go"      // the server answers for a side at the end of grace, without waiting for the referee
	actReplace = "replace" // somebody else plays a side
	actAnswer  = "answer"  // orders are given for a side
	actAdjudge = "adjudge" // the game ends with a result
	actAnnul   = "annul"   // it ends without one, and counts for nothing
	actEnd     = "end"     // it ends with the result that the position has
	actBack    = "back"    // what follows an entry is given up
	actThrow   = "throw"   // the last orders are played again with other dice
	actDismiss = "dismiss" // a claim is dismissed
	actUphold  = "uphold"  // a claim is found right, and nothing else is changed
	actReopen  = "reopen"  // a game that was given to another club goes on here
)

// when writes a moment for the referee.
func (a arbiter) when(at time.Time) string {
	return templates.For(a.player.Language, "").WhenIn(at, zoneOf(a.player))
}

// calendarOf reads the calendar of a game; nil if it has none.
func calendarOf(game store.Game) (*calendar.Rules, error) {
	rules, err := calendar.Read(game.Schedule)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.ID, err)
	}
	return rules, nil
}
