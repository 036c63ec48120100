package archive

import (
	"maps"
	"slices"
	"strings"
)

// damaged lists games of which a file is not there, or not as large as it was written. It looks at
// one page of games, that behind another, so that what it costs does not grow with the
// archive, and returns which one that was.
func (s *Site) damaged(behind string) (ids []string, page string, err error) {
	t := tree{dir: s.Dir}
	var club clubNotes
	if _, err := t.recall("club", &club); err != nil || club.Form != noteForm {
		return nil, "", err
	}
	if page, err = nextPage(&t, club, behind); err != nil || page == "" {
		return nil, "", err
	}
	var note pageNote
	if _, err := t.recall("page-"+page, &note); err != nil {
		return nil, page, err
	}
	for _, id := range slices.Sorted(maps.Keys(note.Rows)) {
		whole, err := t.sound(id)
		if err != nil {
			return nil, page, err
		}
		if !whole {
			ids = append(ids, id)
		}
	}
	return ids, page, nil
}

// nextPage is the page of games behind another, the first behind the last; empty if there is none.
func nextPage(t *tree, club clubNotes, behind string) (string, error) {
	years := slices.Sorted(maps.Keys(club.Years))
	in, _, _ := strings.Cut(behind, "-")
	at := max(slices.Index(years, in), 0)
	for n := 0; n <= len(years) && len(years) > 0; n++ {
		var note yearNote
		if _, err := t.recall("year-"+years[(at+n)%len(years)], &note); err != nil {
			return "", err
		}
		for _, name := range slices.SortedFunc(maps.Keys(note.Pages), naturally) {
			if n > 0 || naturally(name, behind) > 0 {
				return name, nil
			}
		}
	}
	return "", nil
}
