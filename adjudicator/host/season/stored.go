package season

import "keryx/store"

// Of reads a season from what is stored of it, as [Load] does.
func Of(stored store.League) (*Season, error) { return read(stored) }
