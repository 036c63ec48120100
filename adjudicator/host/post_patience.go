package host

// counts reports whether a contract counts the deadlines that a player misses in a row.
func (c Contract) counts() bool { return c == Substitute || c == Forfeit }
