package written

// Reopens reports a ruling that does nothing but open a game again.
func (r Ruling) Reopens() bool {
	return len(r.Acts) == 1 && r.Acts[0].Verb == ActReopen && r.Appeal.Text == ""
}
