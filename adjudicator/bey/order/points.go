package order

// StartVerbs are the verbs of the choice before the first turn.
var StartVerbs = []string{"choose"}
