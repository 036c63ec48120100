package chart

// words are the texts of the legend and of the gazetteer.
type words struct {
	units, counters, places, leaders string
	arms                             [5]string // T, H, C, P, A
	full, weak, equal, sum, leader   string
	port, base, beach, hills         string
	move, retreat, battle, siege     string
	anchor, difficult                string
	stadia                           string
}

var english = words{
	units: "Types", counters: "Counters", places: "The map", leaders: "Leaders",
	arms: [5]string{"triremes", "hoplites", "cavalry", "peltasts", "archers"},
	full: "strength, bonus", weak: "weakened", equal: "three alike", sum: "sum of four units", leader: "leader",
	port: "port and its anchor", base: "base", beach: "beach", hills: "difficult terrain",
	move: "movement", retreat: "retreat", battle: "battle", siege: "siege",
	anchor: "anchor", difficult: "difficult", stadia: "100 stadia",
}

var french = words{
	units: "Types", counters: "Pions", places: "La carte", leaders: "Chefs",
	arms: [5]string{"trières", "hoplites", "cavalerie", "peltastes", "archers"},
	full: "force, bonus", weak: "unité affaiblie", equal: "trois identiques", sum: "somme de quatre unités", leader: "chef",
	port: "port et son ancre", base: "base", beach: "plage", hills: "terrain difficile",
	move: "mouvement", retreat: "recul", battle: "combat", siege: "siège",
	anchor: "ancre", difficult: "difficile", stadia: "100 stades",
}

// wordsOf returns the texts of a language, English for one that there is not.
func wordsOf(lang string) *words {
	if lang == "fr" {
		return &french
	}
	return &english
}
