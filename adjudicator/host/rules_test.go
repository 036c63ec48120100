package host_test

import hostclub "keryx/adjudicator/host/club"

// promptRules are those of a club whose receipts leave in the moment in which they are written, and whose players have
// no days of absence: a test gives them those that it is about.
func promptRules() hostclub.Rules {
	r := hostclub.Usual()
	r.ReceiptsWait.Duration, r.Calendar.Leave = 0, 0
	return r
}
