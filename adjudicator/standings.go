package adjudicator

import "sync"

// Standings keeps what standing orders read as, for many games of [Selfplay] under equal ones,
// which may be played at once. The zero value is ready; it is of one ruleset.
type Standings struct {
	mu   sync.Mutex
	read map[[2]string]standingOrders
}

// standingOrders are those of both sides, which are never changed once they have been
// read.
type standingOrders struct {
	seats  [2]seat
	stored [2]seat // the same as they are read from what is stored of them
}

// of reads standing orders of both sides, and once more from what is stored of them, unless
// that has been done. The error says that they do not read.
func (x *Standings) of(r Ruleset, texts [2]string) (standingOrders, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if found, ok := x.read[texts]; ok {
		return found, nil
	}
	seats, err := readSeats(r, texts)
	if err != nil {
		return standingOrders{}, err
	}
	stored, err := readSeats(r, [2]string{seats[0].text(), seats[1].text()})
	if err != nil {
		return standingOrders{}, err
	}
	if x.read == nil {
		x.read = map[[2]string]standingOrders{}
	}
	x.read[texts] = standingOrders{seats, stored}
	return x.read[texts], nil
}
