package order

var StartVerbs = []string{"choose"}
