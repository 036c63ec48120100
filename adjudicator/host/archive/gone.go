package archive

import "slices"

// takeOff takes a game off the site that stood there and is no game any more: it was cancelled before
// its players heard of it.
func (s *Site) takeOff(b *book, r row) error {
	none := map[string]bool{}
	for _, folder := range []string{"data/" + r.ID, "maps/" + r.ID} {
		if err := s.tree.prune(folder, none); err != nil {
			return err
		}
	}
	for _, l := range s.langs {
		if err := s.tree.prune(gameFolder(l, r.ID), none); err != nil {
			return err
		}
	}
	b.gone = append(b.gone, r.ID)
	delete(b.club.Running, r.ID)
	delete(b.club.Due, r.ID)
	b.club.Recent = slices.DeleteFunc(b.club.Recent, func(o row) bool { return o.ID == r.ID })
	for _, seat := range r.Seats {
		if seat.ID != "" {
			if err := b.record(seat.ID, r, false); err != nil {
				return err
			}
		}
	}
	page, err := b.pages.get(r.Page)
	if err != nil {
		return err
	}
	delete(page.Rows, r.ID)
	b.touch("page", r.Page)
	return b.countPage(r.Page, page)
}

// forgetGone removes what is noted of games that were taken off, once no list has them any more.
func (s *Site) forgetGone(b *book) error {
	for _, id := range b.gone {
		for _, name := range []string{memoName(id), sizesName(id), "row-" + id} {
			if err := s.tree.remove(memory + name + ".json"); err != nil {
				return err
			}
		}
	}
	return nil
}

// emptyPage removes a page of games on which none stands any more.
func (s *Site) emptyPage(b *book, name string) error {
	for _, l := range s.langs {
		for _, file := range []string{name + ".html", name + "-read.html"} {
			if err := s.tree.remove(l.tag + "/years/" + file); err != nil {
				return err
			}
		}
	}
	if err := s.tree.prune("search/"+name, map[string]bool{}); err != nil {
		return err
	}
	return b.pages.remove(name)
}

// emptyYear removes the list of a year without games.
func (s *Site) emptyYear(b *book, year string) error {
	for _, l := range s.langs {
		if err := s.tree.remove(l.tag + "/years/" + year + ".html"); err != nil {
			return err
		}
	}
	if err := s.tree.remove("search/" + year + ".js"); err != nil {
		return err
	}
	return b.years.remove(year)
}
