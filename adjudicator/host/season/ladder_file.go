package season

import (
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
)

// LadderFile is what a ladder has of its own in its file, under [ladder].
type LadderFile struct {
	Reach      int            `toml:"reach,omitempty" json:"reach"`
	Answer     calendar.Span  `toml:"answer,omitempty" json:"answer"`
	Again      *calendar.Span `toml:"again,omitempty" json:"again"` // a time of nothing is a choice
	AtOnce     int            `toml:"at_once,omitempty" json:"at_once"`
	Idle       *calendar.Span `toml:"idle,omitempty" json:"idle"` // the same
	Winner     string         `toml:"winner,omitempty" json:"winner"`
	Sides      string         `toml:"sides,omitempty" json:"sides"`
	Declined   string         `toml:"declined,omitempty" json:"declined"`
	Unanswered string         `toml:"unanswered,omitempty" json:"unanswered"`
	Cancelled  string         `toml:"cancelled,omitempty" json:"cancelled"`
}

// How far the winner of a challenge rises.
const (
	toThePlace = "place"
	halfWay    = "half-way"
)

// usualLadder is how many a ladder takes unless its file says otherwise.
const usualLadder = 100

// fits refuses settings that a ladder has no use for, and those of a ladder in other seasons:
// who wrote them expects something of them.
func (f File) fits() error {
	if !league.Format(f.Format).Challenges() {
		if f.Ladder != nil {
			return fmt.Errorf("%w: [ladder] is for format = \"ladder\", and this is %q", ErrFile, f.Format)
		}
		return nil
	}
	bids := f.Ladder != nil && f.Ladder.Sides == string(league.ByBids)
	for _, s := range []struct {
		set       bool
		name, why string
	}{
		{f.Rounds != 0, "rounds", "it has none"},
		{f.Round.Duration != 0, "round", "it has no rounds"},
		{f.Muster.Duration != 0, "muster", "who has joined is on it until he withdraws"},
		{f.HalfByes != 0, "half_byes", "it has no rounds"},
		{f.Moves != 0, "moves", "it has one division"},
		{len(f.Divisions) > 1, "division", "it has one, whose entrants begin in their order"},
		{f.Most != 0, "most", "at_once under [ladder] says how many challenges and games one may have"},
		{f.Once, "once", "sides under [ladder] says whether a challenge is one game or two"},
		{f.Bids.Duration != 0 && !bids, "bids", "only sides = \"bids\" under [ladder] needs a time for them"},
		{f.CreditWinner && !bids, "credit_winner", "only sides = \"bids\" under [ladder] credits anything"},
	} {
		if s.set {
			return fmt.Errorf("%w: a ladder does not take %q: %s", ErrFile, s.name, s.why)
		}
	}
	return nil
}

// completeLadder fills in what is customary for a ladder.
func (f *File) completeLadder() {
	if !league.Format(f.Format).Challenges() {
		return
	}
	if f.Ladder == nil {
		f.Ladder = &LadderFile{}
	}
	l, usual := f.Ladder, ladder.Default()
	if f.Size == 0 {
		f.Size = usualLadder
	}
	if l.Reach == 0 {
		l.Reach = usual.Reach
	}
	if l.AtOnce == 0 {
		l.AtOnce = usual.AtOnce
	}
	if l.Answer.Duration == 0 {
		l.Answer.Duration = usual.Answer
	}
	if l.Again == nil {
		l.Again = &calendar.Span{Duration: usual.Again}
	}
	if l.Idle == nil {
		l.Idle = &calendar.Span{Duration: usual.Idle}
	}
	for _, s := range []struct {
		text  *string
		usual string
	}{{&l.Winner, toThePlace}, {&l.Sides, string(league.Swapped)}, {&l.Declined, string(ladder.Place)},
		{&l.Unanswered, string(ladder.Place)}, {&l.Cancelled, string(ladder.Place)}} {
		if *s.text == "" {
			*s.text = s.usual
		}
	}
	f.Most = l.AtOnce
}

// ladderRules adds what a ladder has of its own to the rules of a season.
func (f File) ladderRules(r *league.Rules) error {
	l := f.Ladder
	if l == nil {
		return nil
	}
	if l.Winner != toThePlace && l.Winner != halfWay {
		return fmt.Errorf("%w: winner is %q, want %q or %q", ErrFile, l.Winner, toThePlace, halfWay)
	}
	for _, c := range []struct{ name, text string }{{"declined", l.Declined}, {"unanswered", l.Unanswered}, {"cancelled", l.Cancelled}} {
		if c.text != string(ladder.Place) && c.text != string(ladder.Free) {
			return fmt.Errorf("%w: %s is %q, want %q or %q", ErrFile, c.name, c.text, ladder.Place, ladder.Free)
		}
	}
	r.SidesBy, r.Twice = league.SidesBy(l.Sides), l.Sides == string(league.Swapped)
	r.Ladder = &ladder.Rules{Reach: l.Reach, Answer: l.Answer.Duration, Again: l.Again.Duration, AtOnce: l.AtOnce, Idle: l.Idle.Duration,
		HalfWay: l.Winner == halfWay, LeastTurn: f.LeastTurns, Declined: ladder.Cost(l.Declined), Unanswered: ladder.Cost(l.Unanswered), Cancelled: ladder.Cost(l.Cancelled)}
	return nil
}

// Setting is a setting of a season as it holds, and what it says.
type Setting struct{ Name, Value, Says string }

// Explained are the settings of a ladder, those included that its file left out; none of
// another season, and none of a file that no season can be made from.
func (f File) Explained() []Setting {
	l := f.Ladder
	rules, _, err := f.Rules()
	if l == nil || err != nil {
		return nil
	}
	span := func(d time.Duration) string { return calendar.Span{Duration: d}.String() }
	or := func(text, none string) string {
		if text == "" {
			return none
		}
		return text
	}
	list := []Setting{
		{"ruleset", f.Ruleset, "the printed game"},
		{"scenario", rules.Scenario, "that its games play"},
		{"answer", f.Answer.String(), "that a player has for each answer in a game"},
		{"contract", f.Contract, "what happens to who does not answer in a game"},
		{"grace", or(strings.TrimPrefix(span(f.Grace.Duration), "0s"), "none"), "behind the first deadline, for who has never answered: then the game is void, and his place is lost"},
		{"size", fmt.Sprint(f.Size), "players that the ladder takes"},
		{"least_turns", fmt.Sprint(f.LeastTurns), "turns that a game needs to be rated and to move anybody"},
		{"begins", or(f.Begins, "at once"), "first day on which one may challenge"},
		{"ends", or(f.Ends, "never"), "day of its end, until keryx league close ends it"},
		{"unfinished", f.Unfinished, "who decides the games that are not finished on that day"},
		{"ladder.reach", fmt.Sprint(l.Reach), "places above oneself that one may challenge"},
		{"ladder.answer", l.Answer.String(), "to answer a challenge"},
		{"ladder.again", or(strings.TrimPrefix(span(l.Again.Duration), "0s"), "at once"), "before the same two may play again, from the end of what they played"},
		{"ladder.at_once", fmt.Sprint(l.AtOnce), "challenges and games of one player at the same time, if he wants no fewer"},
		{"ladder.winner", l.Winner, "the winner takes the loser's place (place), or goes half of the way to it (half-way)"},
		{"ladder.sides", l.Sides, "a challenge is two games with the sides swapped (swapped), or one, whose sides change from game to game (alternate), are drawn by public dice (dice) or bid for (bids)"},
		{"ladder.declined", l.Declined, "what it costs to decline: the place, as if he had lost (place), or nothing"},
		{"ladder.unanswered", l.Unanswered, "what it costs not to answer in time: the same"},
		{"ladder.cancelled", l.Cancelled, "what it costs to call one's own challenge off: one place down (place), or nothing"},
		{"ladder.idle", or(strings.TrimPrefix(span(l.Idle.Duration), "0s"), "never"), "without a game, then down one place, and again each time that it passes"},
	}
	if l.Sides == string(league.ByBids) {
		list = append(list, Setting{"bids", f.Bids.String(), "to bid for the side of a game"})
	}
	return list
}
