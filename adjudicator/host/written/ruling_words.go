package written

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
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

// Ruling is such a text.
type Ruling struct {
	Preview bool
	Game    Word
	League  Word      // in the place of the game, of a ruling in a league
	Head    Word      // "ruling" or "preview"
	Acts    []Request // a line each
	Reason  string
	Orders  string // below "answer SIDE"
	Appeal  Word   // the number of the appeal that it decides, if any
	Decides int    // that number, once it is known to wait
	Text    string // all of it
}

// rulingHeads are the spellings of the line that makes a text a ruling, folded.
var rulingHeads = map[string]string{
	"ruling": "ruling", "rule": "ruling", "decision": "ruling", "arbitrage": "ruling",
	"preview": "preview", "apercu": "preview", "essai": "preview",
}

// Act is one thing that can be ruled, and how it is written. What plans it stands in package rulings.
type Act struct {
	Name      string
	Spellings string // folded, in all languages, parted by blanks
	AfterEnd  bool   // it can be ruled in a game that has ended
}

// Acts are all that can be ruled, in the order in which a referee is shown them.
var Acts = []Act{
	{Name: ActCorrect, Spellings: "correct corriger"},
	{Name: ActExtend, Spellings: "extend deadline prolonger prolonge delai"},
	{Name: ActPause, Spellings: "pause suspend suspendre"},
	{Name: ActResume, Spellings: "resume reprendre reprise"},
	{Name: ActGo, Spellings: "go allez"},
	{Name: ActReplace, Spellings: "replace remplacer remplace"},
	{Name: ActAnswer, Spellings: "answer repondre reponse"},
	{Name: ActAdjudge, Spellings: "adjudge adjuger adjuge"},
	{Name: ActAnnul, Spellings: "annul annuler annule"},
	{Name: ActEnd, Spellings: "end terminer termine"},
	{Name: ActBack, Spellings: "back revenir retour", AfterEnd: true},
	{Name: ActThrow, Spellings: "throw relancer relance", AfterEnd: true},
	{Name: ActReopen, Spellings: "reopen rouvrir rouvre"},
	{Name: ActUphold, Spellings: "rule-claim uphold accueillir", AfterEnd: true},
	{Name: ActDismiss, Spellings: "dismiss rejeter rejette", AfterEnd: true},
}

// rulingActs are the acts by their spellings, folded.
var rulingActs = func() map[string]string {
	all := map[string]string{}
	for _, a := range Acts {
		for _, word := range strings.Fields(a.Spellings) {
			all[word] = a.Name
		}
	}
	return all
}()

// ActNamed finds an act by its name.
func ActNamed(name string) (Act, bool) {
	i := slices.IndexFunc(Acts, func(a Act) bool { return a.Name == name })
	if i < 0 {
		return Act{}, false
	}
	return Acts[i], true
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
	MaxRulingActs = 40
	MaxReason     = 2000 // bytes
)

// ReadRuling reads a signed text as a ruling. It reports false if the text is something else.
func ReadRuling(text string) (r Ruling, ok bool) {
	r.Text = text
	_, text = orders.CutBinding(orders.Unquote(text).Text)
	n, rest := 0, ""
	for line := range strings.Lines(text) {
		n++
		if rest != "" {
			r.Orders += line
			continue
		}
		line = strings.TrimRight(line, " \t\r\n")
		words := SplitWords(line, n)
		if len(words) == 0 {
			continue
		}
		first := strings.TrimRight(orders.Fold(words[0].Text), ":=")
		if len(line) > MaxRequestLine || orders.IsEnd(line) || strings.HasPrefix(first, ">") {
			break
		}
		switch {
		case leagueHeads[first] && len(words) > 1 && r.League.Text == "":
			r.League = words[len(words)-1]
		case RequestHeads[first] == "game" && len(words) > 1 && r.Game.Text == "":
			r.Game = words[len(words)-1]
		case r.Head.Text == "" && first == "keryx" && len(words) > 1 && rulingHeads[orders.Fold(words[1].Text)] != "":
			r.Head, r.Preview = words[1], rulingHeads[orders.Fold(words[1].Text)] == "preview"
		case r.Head.Text == "":
			if rulingHeads[first] == "" || len(words) > 1 {
				return r, false
			}
			r.Head, r.Preview = words[0], rulingHeads[first] == "preview"
		case rulingHeads[first] == "preview" && len(words) == 1:
			r.Preview = true
		case appealLine(words) && r.Appeal.Text == "":
			r.Appeal = words[len(words)-1]
		case isReason(first):
			_, said, _ := strings.Cut(strings.TrimSpace(line), " ")
			r.Reason = strings.TrimSpace(r.Reason + "\n" + strings.TrimSpace(said))
		default:
			act := Request{Verb: rulingActs[first], Words: words, Line: n, Text: line}
			r.Acts = append(r.Acts, act)
			if act.Verb == ActAnswer {
				rest = line
			}
		}
	}
	r.Reason = Typographic(r.Reason)
	return r, r.Head.Text != ""
}

// straight is an apostrophe as the canonical text of a signature has it, within a word.
var straight = pattern.New(`(\pL)'(\pL)`)

// Typographic gives back the apostrophes that a text lost when it was signed: the canonical form
// has straight ones.
func Typographic(text string) string { return straight.ReplaceAllString(text, "$1’$2") }

// appealLine reports whether a line names the appeal that a ruling decides: "on appeal 3".
func appealLine(words []Word) bool {
	if joins := orders.Fold(words[0].Text); len(words) > 1 && (joins == "on" || joins == "sur" || joins == "en") {
		words = words[1:]
	}
	return AppealHeads[strings.TrimRight(orders.Fold(words[0].Text), ":")]
}

func isReason(first string) bool {
	for _, head := range reasonHeads {
		if first == head {
			return true
		}
	}
	return false
}

// Terms are the words of a line behind its verb, without those that only join them.
func (r Request) Terms() (all []Word) {
	for _, w := range r.Words[1:] {
		w.Text = strings.TrimRight(w.Text, ":,")
		if w.Text != "" && !rulingFiller[orders.Fold(strings.ReplaceAll(w.Text, "’", "'"))] {
			all = append(all, w)
		}
	}
	return all
}

// Arbiter is a referee who rules, and how.
type Arbiter struct {
	Player store.Player
	Key    string // the fingerprint of the key that signed, or of one that he could have signed with
	Shell  bool   // by a command on the server
	Ev     club.Evidence
}

// ZoneOf is a player's time zone.
func ZoneOf(p store.Player) *time.Location {
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// What can be ruled.
const (
	ActExtend  = "extend"  // a side's deadline is set
	ActPause   = "pause"   // the clocks stand still until a day
	ActResume  = "resume"  // they go on
	ActGo      = "go"      // the server answers for a side at the end of grace, without waiting for the referee
	ActReplace = "replace" // somebody else plays a side
	ActAnswer  = "answer"  // orders are given for a side
	ActAdjudge = "adjudge" // the game ends with a result
	ActAnnul   = "annul"   // it ends without one, and counts for nothing
	ActEnd     = "end"     // it ends with the result that the position has
	ActBack    = "back"    // what follows an entry is given up
	ActThrow   = "throw"   // the last orders are played again with other dice
	ActDismiss = "dismiss" // a claim is dismissed
	ActUphold  = "uphold"  // a claim is found right, and nothing else is changed
	ActReopen  = "reopen"  // a game that was given to another club goes on here
)

// When writes a moment for the referee.
func (a Arbiter) When(at time.Time) string {
	return templates.For(a.Player.Language, "").WhenIn(at, ZoneOf(a.Player))
}

// CalendarOf reads the calendar of a game; nil if it has none.
func CalendarOf(game store.Game) (*calendar.Rules, error) {
	rules, err := calendar.Read(game.Schedule)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.ID, err)
	}
	return rules, nil
}
