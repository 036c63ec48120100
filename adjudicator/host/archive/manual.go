package archive

import "html/template"

// A ManualPage is a page of the manual that a site shows beside its games.
type ManualPage struct {
	Lang, Name, Title string        // Name is "index" for the page that lists the others
	Body              template.HTML // from its title on; links to other pages are to NAME.html
}

// manual writes the pages of the manual, once for each process that writes the site: they come
// with the program and change with it alone. It runs when the languages of the site are known.
func (s *Site) manual() error {
	if s.Manual == nil {
		return nil
	}
	pages, err := s.Manual()
	if err != nil {
		return err
	}
	for _, p := range pages {
		for _, l := range s.langs {
			if l.tag != p.Lang {
				continue
			}
			if err := s.write(l, "manual", page{Path: l.tag + "/manual/" + p.Name + ".html", Title: p.Title, Data: p}); err != nil {
				return err
			}
		}
	}
	return nil
}
