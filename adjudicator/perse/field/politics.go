package field

// Courting are the targets of an attempt to win a city over (14.3), Greek and Persian; 0 where there is none.
var Courting = map[string][2]int{"Thessalie": {15, 10}, "Beotie": {13, 13}, "Argolide": {10, 15},
	"Troade": {17, 0}, "Phocee": {17, 0}, "Erythrees": {17, 0}, "Ephese": {17, 0}, "Milet": {17, 0}, "Halicarnasse": {17, 0}}

// Presence is what a side that is there adds to an attempt.
var Presence = [2]int{1, 3}

// Favour is what a manoeuvre or an oracle adds to an attempt.
const Favour = 4
