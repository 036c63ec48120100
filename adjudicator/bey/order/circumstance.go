package order

// Pair takes two words that belong together.
func (r *Reader) Pair(first, second string) bool {
	mark := r.Mark()
	if r.Take(first) && r.Take(second) {
		return true
	}
	r.Reset(mark)
	return false
}
