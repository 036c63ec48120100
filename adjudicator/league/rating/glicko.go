// Package rating measures the strength of players by Glicko-2 (M. E. Glickman, Example of
// the Glicko-2 system, 2013), with a term for the side that a scenario favours (as in his
// Glicko-boost, where it is the advantage of the white pieces), so that winning with the
// weaker side counts more.
//
// Clubs play few games a year, so that a rating period would hold one or two. Each game is
// therefore rated when it ends, and deviations grow with the time that passed between.
// Everything is computed anew from all results, in the order in which they ended: a ruling that
// changes one changes what follows from it.
package rating

import "math"

// Scale of Glicko-2: rating points to a unit of its inner scale, and the rating at zero.
const (
	scale  = 173.7178
	middle = 1500
)

// Start values of one who is not rated, by the paper.
const (
	StartRating     = 1500
	StartDeviation  = 350
	StartVolatility = 0.06
)

// Rating is what is known of a player's strength.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`  // standard deviation, in rating points
	Volatility float64 `json:"volatility"` // how erratic he is, per period
}

// Unrated is one of whom nothing is known.
func Unrated() Rating { return Rating{StartRating, StartDeviation, StartVolatility} }

// Encounter is one game as one of its players meets it.
type Encounter struct {
	Opponent Rating
	Score    float64 // 1 won, 0 lost, 0.5 drawn
	// Edge is by how many rating points his side of the scenario is the better one; below
	// zero if it is the worse.
	Edge float64
}

// g is how much less a result says against an opponent of uncertain strength, on the
// inner scale.
func g(deviation float64) float64 {
	return 1 / math.Sqrt(1+3*deviation*deviation/(math.Pi*math.Pi))
}

// expected is the score to be expected, all on the inner scale.
func expected(mu, opponent, deviation, edge float64) float64 {
	return 1 / (1 + math.Exp(-g(deviation)*(mu-opponent+edge)))
}

// Expect is the score from 0 to 1 that a player should have in an encounter; its Score is
// not looked at.
func (r Rating) Expect(e Encounter) float64 {
	return expected((r.Rating-middle)/scale, (e.Opponent.Rating-middle)/scale, e.Opponent.Deviation/scale, e.Edge/scale)
}

// Aged is the rating after some periods without play, of which there may be fractions:
// the deviation grows, not beyond that of one who is not rated.
func (r Rating) Aged(periods float64) Rating {
	if periods <= 0 {
		return r
	}
	phi := r.Deviation / scale
	r.Deviation = min(scale*math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility), max(StartDeviation, r.Deviation))
	return r
}

// Rate is the rating after the games of the given number of periods: steps 3 to 8 of the
// paper. tau, from 0.3 to 1.2, bounds how fast volatility changes. Without games it is
// [Rating.Aged].
func (r Rating) Rate(games []Encounter, periods, tau float64) Rating {
	if len(games) == 0 {
		return r.Aged(periods)
	}
	mu, phi := (r.Rating-middle)/scale, r.Deviation/scale
	var information, surprise float64
	for _, e := range games {
		opponent, deviation := (e.Opponent.Rating-middle)/scale, e.Opponent.Deviation/scale
		weight := g(deviation)
		want := expected(mu, opponent, deviation, e.Edge/scale)
		information += weight * weight * want * (1 - want)
		surprise += weight * (e.Score - want)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*surprise, tau)
	before := phi*phi + periods*sigma*sigma
	after := 1 / math.Sqrt(1/before+information)
	return Rating{scale*(mu+after*after*surprise) + middle, scale * after, sigma}
}

// volatility is step 5 of the paper: the root of f, found by the Illinois method.
func volatility(sigma, phi, v, delta, tau float64) float64 {
	const tolerance = 1e-9
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
