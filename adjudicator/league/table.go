package league

import (
	"slices"

	"keryx/adjudicator/league/standing"
)

// Cards are what each entrant of a division did, in order of start number. In a round
// robin one who withdrew before half of his fixtures were played is struck; from half on
// what he did not play is forfeit (FIDE tournament rules).
func (s *State) Cards(division int) []standing.Card {
	d := s.Divisions[division]
	cards := make([]standing.Card, len(d.Order))
	for i, name := range d.Order {
		cards[i] = standing.Card{Entrant: name, Start: i + 1}
		byes := s.Rules.HalfByes
		for r, round := range d.Rounds {
			cards[i].Rounds = append(cards[i].Rounds, s.cardRound(round, r+1, name, &byes))
		}
		cards[i].Struck = s.struck(d, name, cards[i].Rounds)
	}
	return cards
}

// cardRound is a round of one entrant: his fixture, a half-point bye for a round before he
// came or came back, or nothing.
func (s *State) cardRound(round []*match, number int, name string, byes *int) standing.Round {
	for _, m := range round {
		if m.Home == name || m.Away == name {
			return s.roundOf(m, name)
		}
	}
	r := standing.Round{Number: number, How: standing.Absent, Of: s.Rules.best() * standing.Points(s.Rules.games())}
	if slices.Contains(s.Entrants[name].Missed, number) && *byes > 0 && number < s.Rules.Rounds {
		*byes--
		r.How, r.Points = standing.HalfBye, r.Of/2
	}
	return r
}

// Struck reports whether the results of an entrant count for nobody: he withdrew from a round robin before half
// of his fixtures were played.
func (s *State) Struck(name string) bool {
	en := s.Entrants[name]
	if en == nil || !en.Left || en.Division < 0 || en.Division >= len(s.Divisions) {
		return false
	}
	d, byes := s.Divisions[en.Division], 0
	if !slices.Contains(d.Order, name) {
		return false
	}
	var rounds []standing.Round
	for r, round := range d.Rounds {
		rounds = append(rounds, s.cardRound(round, r+1, name, &byes))
	}
	return s.struck(d, name, rounds)
}

// Table is the table of a division as it stands.
func (s *State) Table(division int) standing.Table {
	return standing.Make(s.Cards(division), standing.Rules{Breaks: s.Rules.Breaks, Swiss: s.Rules.Format.ByRounds()}, s.Lots)
}

// winner of a fixture of a knock-out: by points, then by the margin of victory points, then by
// lot; nobody if both withdrew.
func (s *State) winner(m *match) string {
	home, away := s.Entrants[m.Home], s.Entrants[m.Away]
	switch {
	case m.Home == "" || home.Left && (away == nil || away.Left):
		return ""
	case away == nil || away.Left:
		return m.Home
	case home.Left:
		return m.Away
	}
	one, other := s.roundOf(m, m.Home), s.roundOf(m, m.Away)
	margin := 0
	for _, g := range one.Games {
		margin += g.Victory - g.Theirs
	}
	switch {
	case one.Points > other.Points, one.Points == other.Points && margin > 0,
		one.Points == other.Points && margin == 0 && s.Lots[m.Home] < s.Lots[m.Away]:
		return m.Home
	}
	return m.Away
}
