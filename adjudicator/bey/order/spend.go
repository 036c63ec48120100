package order

var SpendVerbs = []string{"spend"}
