package host

// reopens reports a ruling that does nothing but open a game again.
func (r ruling) reopens() bool {
	return len(r.acts) == 1 && r.acts[0].verb == actReopen && r.appeal.text == ""
}
