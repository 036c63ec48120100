package season

import "keryx/adjudicator/league"

// GamesAhead is how many games must follow each other before the season is over: as many as the
// busiest entrant has before him, by as many as he plays at once. Before it begins the
// entrants are taken as they stand.
func (s *Season) GamesAhead() (rows int) {
	left := map[string]int{}
	for _, g := range s.State.Open() {
		left[g.First]++
		left[g.Second]++
	}
	for e, n := range left {
		most := min(max(1, s.State.Entrants[e].Most), 2) // nobody has a side in two games at once
		rows = max(rows, (n+most-1)/most)
	}
	open := rows
	for i, d := range s.State.Divisions {
		field := len(d.Order)
		if !s.State.Begun() {
			field = s.entered(i)
		}
		rows = max(rows, s.State.Rules.Longest(league.Ahead{Begun: s.State.Begun(), Field: field, Paired: len(d.Rounds), Open: open}))
	}
	return rows
}

// entered is how many would play in a division, the reserve list left out.
func (s *Season) entered(division int) (n int) {
	for _, e := range s.State.Joined() {
		if en := s.State.Entrants[e]; !en.Left && en.Division == division {
			n++
		}
	}
	return min(n, s.State.Rules.Size)
}
