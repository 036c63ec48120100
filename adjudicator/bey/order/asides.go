package order

// asideVerbs are the verbs that such a question takes besides its own.
var asideVerbs = []string{"play", "use"}
