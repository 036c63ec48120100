package odds

// Hits are the chances of each number of hits of some dice of which each hits up to a number: those of attrition (8.2), or of
// any throw that counts successes.
func Hits(dice, most int) []float64 {
	all := []float64{1}
	for range dice {
		more := make([]float64, len(all)+1)
		for h, p := range all {
			more[h] += p * float64(faces-most) / faces
			more[h+1] += p * float64(most) / faces
		}
		all = more
	}
	return all
}

// AtLeast is the chance of so many hits or more.
func AtLeast(hits []float64, n int) (p float64) {
	for h := max(n, 0); h < len(hits); h++ {
		p += hits[h]
	}
	return p
}

// Storm are the chances that a fleet has each number of VC, from 0, after it has crossed some lines of the high sea (5.22,
// 5.23): each storms up to one number of a die, and a storm wrecks it up to another.
func Storm(vc, lines, storm, wreck int) []float64 {
	all := make([]float64, vc+1)
	all[vc] = 1
	strikes, sinks := float64(storm)/faces, float64(wreck)/faces
	for range lines {
		after := make([]float64, vc+1)
		after[0] = all[0]
		for n := 1; n <= vc; n++ {
			after[n] += all[n] * (1 - strikes)
			after[n-1] += all[n] * strikes * (1 - sinks)
			after[0] += all[n] * strikes * sinks
		}
		all = after
	}
	return all
}

// Below is the chance that the sum of two dice is below a number (14.22).
func Below(n int) float64 {
	ways := 0
	for a := 1; a <= faces; a++ {
		for b := 1; b <= faces; b++ {
			ways += btoi(a+b < n)
		}
	}
	return float64(ways) / (faces * faces)
}
