package leagues

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A referee rules in a league by the same signed text as in a game, with the line "league spring"
// in the place of the game's:
//
//	league spring
//	ruling
//	reason He moved abroad.
//	withdraw Anna
//
// What he rules is done as the commands on the server do it, below an entry of the league's ledger
// that says what was ordered, and why.

// What can be ruled in a league.
const (
	leagueResult    = "result"    // a game has this result, whatever it had
	leagueForfeit   = "forfeit"   // a side forfeits a game, or both do
	leagueAward     = "award"     // a side is given a game by forfeit
	leagueAnnul     = "annul"     // a game counts for nothing
	leagueBye       = "bye"       // a game is void, and a side has what a bye gives
	leagueWithdraw  = "withdraw"  // a player is taken out
	leagueEnter     = "enter"     // a player is entered, or comes back
	leaguePair      = "pair"      // the season begins, or its next round
	leagueClose     = "close"     // it ends
	leagueEnd       = "end"       // a ladder ends with its games
	leagueChallenge = "challenge" // on a ladder, for a player
	leagueAccept    = "accept"
	leagueDecline   = "decline"
	leagueCancel    = "cancel"
)

// leagueActs are the spellings of what can be ruled in a league, folded.
var leagueActs = map[string]string{
	"result": leagueResult, "resultat": leagueResult, "adjudge": leagueResult, "adjuger": leagueResult, "verdict": leagueResult,
	"forfeit": leagueForfeit, "forfait": leagueForfeit,
	"award": leagueAward, "attribuer": leagueAward, "attribue": leagueAward,
	"annul": leagueAnnul, "void": leagueAnnul, "annuler": leagueAnnul, "annule": leagueAnnul,
	"bye": leagueBye, "exempt": leagueBye, "exempter": leagueBye,
	"withdraw": leagueWithdraw, "retrait": leagueWithdraw, "retirer": leagueWithdraw, "retire": leagueWithdraw,
	"enter": leagueEnter, "readmit": leagueEnter, "inscrire": leagueEnter, "inscription": leagueEnter, "readmettre": leagueEnter,
	"pair": leaguePair, "apparier": leaguePair, "apparie": leaguePair,
	"close": leagueClose, "clore": leagueClose,
	"end": leagueEnd, "terminer": leagueEnd,
	"challenge": leagueChallenge, "defi": leagueChallenge, "defier": leagueChallenge, "defie": leagueChallenge,
	"accept": leagueAccept, "accepter": leagueAccept, "relever": leagueAccept, "releve": leagueAccept,
	"decline": leagueDecline, "decliner": leagueDecline, "refuser": leagueDecline,
	"cancel": leagueCancel, "revoquer": leagueCancel, "revoque": leagueCancel,
}

// actsOf are what can be ruled in a season, in the order in which they are told.
func actsOf(s *season.Season) []string {
	acts := []string{leagueResult, leagueForfeit, leagueAward, leagueAnnul, leagueBye, leagueWithdraw, leagueEnter}
	if s.State.Ladder != nil {
		return append(acts, leagueChallenge, leagueAccept, leagueDecline, leagueCancel, leagueEnd, leagueClose)
	}
	return append(acts, leaguePair, leagueClose)
}

// bench is one ruling on a league on its way.
type bench struct {
	s     *season.Season
	by    store.Player
	r     written.Ruling
	act   written.Request
	verb  string // of what is ruled
	names func(address string) string
}

// TakeLeagueRuling carries out a signed ruling in a league, or says what is wrong with it. Whether
// there is a league in which its author does not rule is not told.
func (rs *Results) TakeLeagueRuling(tx club.Tx, a *requests.Mail, r written.Ruling, v *post.Verdict) ([]*orders.Diagnostic, error) {
	whole := written.Request{Words: []written.Word{r.Head}}
	s, err := clock.LoadSeason(tx, orders.Fold(r.League.Text))
	foreign := []*orders.Diagnostic{whole.Fault(orders.Unknown, "ruling-league", r.League, "League", r.League.Text)}
	if errors.As(err, new(*clock.LeagueError)) {
		return foreign, nil
	}
	if err != nil {
		return nil, err
	}
	if is, err := rulesLeague(s, a.Player); err != nil || !is || a.Key.Game != "" {
		return foreign, err
	}
	if s.State.Closed != nil {
		return []*orders.Diagnostic{whole.Fault(orders.Illegal, "request-league-closed", r.League, "League", s.ID)}, nil
	}
	b := bench{s: s, by: a.Player, r: r, names: s.Apart(clock.NamesIn(tx))}
	if faults := b.reads(); len(faults) > 0 {
		return b.named(faults...), nil
	}
	given := leagueRulingSetting(s.ID, r.Text)
	if !r.Preview {
		if had, err := tx.Setting(given); err == nil && len(had) > 0 {
			return []*orders.Diagnostic{whole.Fault(orders.Illegal, "ruling-twice", r.Head)}, nil
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	shown := &templates.LeagueRuling{League: s.ID, Name: s.File.Name, Reason: r.Reason, Preview: r.Preview}
	heard, within := rs.hearing(tx, hearing{dry: r.Preview, letters: &shown.Letters})
	if shown.Entry, err = b.enter(rs.Club, a); err != nil {
		return nil, err
	}
	if fault, err := heard.ruleLeague(within, b); fault != nil || err != nil {
		return b.named(fault), err
	}
	v.Reason = fmt.Sprintf("a ruling, entry %d of the ledger of %s", shown.Entry, s.ID)
	a.Reply.LeagueRuled = shown
	if r.Preview {
		v.Reason = "the preview of a ruling in " + s.ID
		return nil, nil
	}
	if s.State.Closed == nil { // else all such words are forgotten: it takes none any more
		if err := tx.SetSetting(given, []byte("1")); err != nil {
			return nil, err
		}
	}
	return nil, s.Save(tx, rs.Now())
}

// leagueRulingSetting remembers the text of a ruling, until the league is closed: whoever has seen the
// mail could send it again.
func leagueRulingSetting(league, text string) string {
	return fmt.Sprintf("%s%x", wordPrefix(league), sha256.Sum256([]byte("ruling\n"+mail.Canonical(text))))
}

// rulesLeague reports whether somebody is the referee of a league, or of the club.
func rulesLeague(s *season.Season, player store.Player) (bool, error) {
	if store.Address(s.File.Referee) == player.Address {
		return true, nil
	}
	games, err := seating.RefereeOf(player)
	return slices.Contains(games, seating.AllGames), err
}

// reads says what is wrong with the form of a ruling, and finds out what is ruled.
func (b *bench) reads() (faults []*orders.Diagnostic) {
	whole := written.Request{Words: []written.Word{b.r.Head}}
	var acts []adjudicator.Phrase
	for _, act := range actsOf(b.s) {
		acts = append(acts, adjudicator.Say("league.ruling.word."+act))
	}
	switch {
	case len(b.r.Acts) == 0:
		return []*orders.Diagnostic{whole.Fault(orders.Unreadable, "ruling-league-nothing", b.r.Head, "Acts", acts)}
	case len(b.r.Acts) > 1:
		second := b.r.Acts[1]
		return []*orders.Diagnostic{second.Fault(orders.Unreadable, "ruling-two", second.Words[0], "Word", second.Words[0].Text)}
	case b.r.Reason == "":
		faults = append(faults, whole.Fault(orders.Unreadable, "ruling-reason", b.r.Head))
	case len(b.r.Reason) > written.MaxReason:
		faults = append(faults, whole.Fault(orders.Illegal, "ruling-reason-long", b.r.Head, "Limit", written.MaxReason))
	}
	b.act = b.r.Acts[0]
	b.verb = leagueActs[strings.TrimRight(orders.Fold(b.act.Words[0].Text), ":")]
	if terms := b.terms(); b.verb == leagueAnnul && b.s.State.Ladder != nil && len(terms) == 1 && isNumber(terms[0].Text) {
		b.verb = leagueCancel // the French say both by one word
	}
	if !slices.Contains(actsOf(b.s), b.verb) {
		faults = append(faults, b.act.Fault(orders.Unknown, "ruling-league-act", b.act.Words[0], "Word", b.act.Words[0].Text, "League", b.s.ID, "Acts", acts))
	}
	return faults
}

// named has faults speak of sides as the game of the league does.
func (b *bench) named(faults ...*orders.Diagnostic) (out []*orders.Diagnostic) {
	for _, f := range faults {
		if f != nil {
			f.Ruleset = b.s.State.Rules.Ruleset
			out = append(out, f)
		}
	}
	return out
}

// enter puts into the ledger what a referee orders, and returns the entry.
func (b *bench) enter(c *club.Club, a *requests.Mail) (int, error) {
	salt, err := dice.NewSecret(c.Random)
	if err != nil {
		return 0, err
	}
	signed := league.SignedRuling{Key: a.Key.Fingerprint, Text: mail.Canonical(written.WithoutLines(b.r.Text, written.RulingAside(b.r.Text))), Salt: dice.Head(salt)}
	if err := b.s.Rule(b.verb, b.r.Reason, signed, c.Now()); err != nil {
		return 0, err
	}
	return len(b.s.Entries), nil
}

// interest is the fault of one who would rule on what he plays in: in a division every result
// moves everybody. A negative division stands for all of them.
func (b *bench) interest(division int) *orders.Diagnostic {
	e := b.s.Entrant(b.by.Address)
	if e == "" || b.s.State.Entrants[e].Left || division >= 0 && b.s.State.Entrants[e].Division != division {
		return nil
	}
	return b.act.Fault(orders.Illegal, "ruling-league-interest", b.act.Words[0], "League", b.s.ID)
}

// interestIn is the fault of one who would rule on a game that he has, or had, a part in.
func (b *bench) interestIn(tx store.ReadTx, g league.Game) (*orders.Diagnostic, error) {
	if fault := b.interest(b.s.State.Entrants[g.First].Division); fault != nil {
		return fault, nil
	}
	own := b.s.People[g.First] == b.by.Address || b.s.People[g.Second] == b.by.Address
	if !own && g.Host != "" {
		game, err := tx.Game(g.Host)
		if err != nil {
			return nil, err
		}
		if own, err = rulings.HasInterest(tx, game, b.by); err != nil {
			return nil, err
		}
	}
	if own {
		return b.act.Fault(orders.Illegal, "ruling-league-interest", b.act.Words[0], "League", b.s.ID), nil
	}
	return nil, nil
}

// form is the fault of a line that is not written as what it rules is.
func (b *bench) form(at written.Word) *orders.Diagnostic {
	return b.fault(orders.Unreadable, "ruling-league-form", at, "Words", b.act.Whole(0).Text)
}

// fault is a fault of the line, with how it is written and an example that could be of this league.
func (b *bench) fault(kind orders.Kind, code string, at written.Word, args ...any) *orders.Diagnostic {
	rules := b.s.State.Rules
	game, number, players := "1-1-1-1", 1, []string{}
	if games := b.s.State.Open(); len(games) > 0 {
		game = games[0].ID
	} else if games := b.s.State.AllGames(); len(games) > 0 {
		game = games[0].ID
	}
	for _, e := range b.s.State.Joined() {
		if !b.s.State.Entrants[e].Left {
			players = append(players, b.s.Name(e, b.names))
		}
	}
	players = append(players, "Anna", "Bert")
	if b.s.State.Ladder != nil {
		for _, c := range b.s.State.Ladder.Challenges {
			if !c.Accepted {
				number = c.Number
			}
		}
	}
	var level any = league.Draw
	for _, l := range leagueLevels(rules) {
		level = levelWord(l)
	}
	return b.act.Fault(kind, code, at, append([]any{"League", b.s.ID, "Usage", adjudicator.Say("league.ruling.usage." + b.verb),
		"Example", adjudicator.Say("league.ruling.example."+b.verb, "Game", game, "Side", adjudicator.Term{Kind: "side", ID: rules.Sides[0]},
			"Level", level, "Player", players[0], "Other", players[1], "Number", number, "Division", len(b.s.State.Divisions))}, args...)...)
}

// leagueLevels are the levels of victory of a league, without the draw.
func leagueLevels(rules league.Rules) (levels []string) {
	for level := range rules.Points {
		if level != league.Draw {
			levels = append(levels, level)
		}
	}
	slices.Sort(levels)
	return levels
}
