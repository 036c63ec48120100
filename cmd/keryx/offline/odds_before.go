package offline

import "strings"

// oddsBefore are the flags that a question about chances was written with before it was
// written in words. They are read only to say how it is written now.
type oddsBefore struct {
	Zone       string   `hidden:""`
	Attacker   string   `hidden:"" aliases:"force,fleet"`
	Defender   string   `hidden:""`
	Side       string   `hidden:""`
	From       string   `hidden:""`
	Amphibious bool     `hidden:""`
	Place      []string `hidden:"" sep:"none"`
	Play       string   `hidden:""`
	Against    string   `hidden:""`
	Month      string   `hidden:""`
	Advantage  string   `hidden:""`
}

// words is the question that the flags ask beside its first word, "" if none is there.
func (b oddsBefore) words(kind string, situation bool) string {
	clauses := []string{kind}
	add := func(before, text string) {
		if text != "" {
			clauses = append(clauses, before+text)
		}
	}
	add("from ", b.From)
	if b.Amphibious {
		clauses = append(clauses, "amphibious")
	}
	add("", played("play ", b.Play))
	add("", played("counter ", b.Against))
	add("side ", b.Side)
	add("advantage ", b.Advantage)
	if !situation { // which has its own
		add("month ", b.Month)
	}
	for _, stack := range b.Place {
		where, force, _ := strings.Cut(stack, ":")
		side, zone, _ := strings.Cut(strings.TrimSpace(where), " ")
		add("also ", side+" in "+strings.TrimSpace(zone)+" "+strings.TrimSpace(force))
	}
	if len(clauses) == 1 && b.Zone+b.Attacker+b.Defender == "" {
		return ""
	}
	if b.Zone != "" {
		clauses[0] += " in " + b.Zone
	}
	if b.Attacker != "" {
		clauses[0] += " " + b.Attacker
	}
	if b.Defender != "" {
		clauses[0] += " against " + b.Defender
	}
	return strings.Join(clauses, ", ")
}

// played writes what a side plays: "play S8 from M4", "counter discard", "discard".
func played(before, text string) string {
	name, zone, _ := strings.Cut(text, " ")
	switch {
	case name == "discard" && before == "play ":
		return name
	case zone != "":
		return before + name + " from " + zone
	case name != "":
		return before + name
	}
	return ""
}
