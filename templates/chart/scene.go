package chart

import "keryx/adjudicator"

// Scene chooses between the parts of a [Theatre.Sketch] for a letter that has room for
// one of them: the enlarged part if most of what the marks tell happened there, or if
// they tell nothing, and the whole theatre otherwise. The errors are those of
// [Theatre.Busiest].
func (t *Theatre) Scene(parts []string, marks []adjudicator.Mark) ([]string, error) {
	if len(parts) < 2 || len(t.boards) != 1 || len(t.insets) != 1 {
		return parts, nil
	}
	zones, _, err := t.Busiest(marks)
	if err != nil {
		return nil, err
	}
	enlarged := 0
	for _, name := range zones {
		if z, err := t.zone(name); err == nil && t.crowded.Has(z) {
			enlarged++
		}
	}
	if 2*enlarged >= len(zones) {
		return parts[1:2], nil
	}
	return parts[:1], nil
}
