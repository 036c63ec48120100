package order

// SpendVerbs are the verbs of announcing action points.
var SpendVerbs = []string{"spend"}
