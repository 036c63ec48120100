package season

import "keryx/store"

// Rename has a person known by another address, and reports whether the season knows him.
func (s *Season) Rename(was, now string) (changed bool) {
	was, now = store.Address(was), store.Address(now)
	swap := func(address *string) {
		if store.Address(*address) == was {
			*address, changed = now, true
		}
	}
	all := func(list []string) {
		for i := range list {
			swap(&list[i])
		}
	}
	for e, address := range s.People {
		swap(&address)
		s.People[e] = address
	}
	swap(&s.File.Referee)
	all(s.File.Invite)
	all(s.File.Judges)
	all(s.File.Barred)
	for i := range s.File.Divisions {
		all(s.File.Divisions[i].Entrants)
	}
	for game, judges := range s.Judges {
		all(judges)
		if v, ok := s.Verdicts[game][was]; ok {
			delete(s.Verdicts[game], was)
			s.Verdicts[game][now] = v
		}
	}
	return changed
}
