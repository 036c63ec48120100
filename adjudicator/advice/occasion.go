package advice

// Parts reads parts of a turn, as bits: all of them if none is named, those that are, or
// all but those that "except" takes away. Part takes one, and is 0 with a fault noted where
// none is next; skip takes what else may stand between them.
func Parts[P ~uint8 | ~uint16 | ~uint32](w Words, all P, part func() P, skip func() bool) P {
	r := w.Plain()
	some, except := P(0), false
	for !r.Done() && len(r.Faults) == 0 {
		switch {
		case r.TakeComma(), r.Take("during"):
		case r.Take("except"):
			except = true
		case skip():
		default:
			some |= part()
		}
	}
	switch {
	case except:
		return all &^ some
	case some == 0:
		return all
	}
	return some
}
