package order

// AsideVerbs are the verbs that a question takes besides its own among which something may be played.
var AsideVerbs = []string{"play", "use"}
