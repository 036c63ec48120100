package rating

import "math"

// BiasPrior is the standard deviation, in rating points, of the biases that scenarios have
// before anything is known of one. An estimate is drawn towards 0 by it: below some fifty
// games a bias is mostly noise, because its standard error after n even games is
// 347/√n.
const BiasPrior = 80

// Trial is one game as the estimate of a bias sees it: the players' strengths, and what the
// player of the first side scored. Strengths are taken as known: weighing them by their
// deviations, which are wide on purpose, finds biases that are too great.
type Trial struct {
	Difference float64 // rating of him who had the first side less that of the other
	Score      float64 // 1, 0.5 or 0, of him who had the first side
}

// Bias is by how many rating points the first side of a scenario is the better one.
type Bias struct {
	Points float64 `json:"points"`
	Error  float64 `json:"error"` // standard deviation of what is known of it
	Games  int     `json:"games"`
}

// Interval is the range in which the bias lies with 95 % probability.
func (b Bias) Interval() (low, high float64) {
	const two = 1.959964
	return b.Points - two*b.Error, b.Points + two*b.Error
}

// EstimateBias estimates a bias: the most probable one given the trials and a normal
// distribution around 0 with the standard deviation prior, in rating points.
// Without trials it is 0 with the error of the prior.
func EstimateBias(trials []Trial, prior float64) Bias {
	eta, precision := 0.0, scale*scale/(prior*prior)
	information := precision
	for range 100 {
		slope := -eta * precision
		information = precision
		for _, t := range trials {
			e := expected(t.Difference/scale, 0, 0, eta)
			slope += t.Score - e
			information += e * (1 - e)
		}
		// A step of Newton's, held within two units so that it cannot run away.
		step := max(-2, min(2, slope/information))
		eta += step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	return Bias{Points: eta * scale, Error: scale / math.Sqrt(information), Games: len(trials)}
}
