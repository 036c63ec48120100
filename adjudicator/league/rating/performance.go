package rating

import (
	"math"
	"slices"
	"time"
)

// performanceReach is by how many points at most a performance is above or below the mean of the opponents: who has
// won all games, or lost all, could be of any strength.
const performanceReach = 800

// Performance is the rating with which a player's scores in some games are those that were to be expected, his side's
// edge and what was known of each opponent's strength counted; 0 without a game. It is at most 800 points from the mean
// of his opponents.
func Performance(games []Encounter) float64 {
	if len(games) == 0 {
		return 0
	}
	mean, scored := 0.0, 0.0
	for _, e := range games {
		mean += e.Opponent.Rating / float64(len(games))
		scored += e.Score
	}
	low, high := mean-performanceReach, mean+performanceReach
	for high-low > 0.01 {
		middle, wanted := (low+high)/2, 0.0
		for _, e := range games {
			wanted += Rating{Rating: middle}.Expect(e)
		}
		if wanted < scored {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Round(10*(low+high)/2) / 10
}

// Performance is a player's performance in a pool, over those of his rated games that are asked for (by name and end),
// and how many they are; all of them where nothing is asked.
func (b *Book) Performance(pool, player string, asked func(game string, ended time.Time) bool) (points float64, games int) {
	var all []Encounter
	for _, c := range b.changes {
		i := slices.Index(c.Players[:], player)
		if i < 0 || c.Pool != pool || c.Why != Rated || asked != nil && !asked(c.Game, c.Ended) {
			continue
		}
		all = append(all, Encounter{Opponent: c.Before[1-i], Score: c.Scores[i], Edge: c.Bias * float64(1-2*i)})
	}
	return Performance(all), len(all)
}
