package hellespont

import "keryx/adjudicator"

// havens lists where a side goes after a lost combat, ports of its own first.
var havens = [2]string{
	athens: "Sestos, Cardia, Elaeus, Lampsacus, Abydos, Rhoeteum, Parium, Cyzicus",
	sparta: "Abydos, Cyzicus, Parium, Lampsacus, Rhoeteum, Elaeus, Sestos, Cardia",
}

// Starter implements [adjudicator.Guide].
func (*ruleset) Starter(side adjudicator.Side) string { return StandingOrders(side) }

var _ adjudicator.Guide = (*ruleset)(nil)

// StandingOrders returns the standing orders that a sensible player sends with his
// first file. They answer what he would be asked in the middle of the enemy's
// actions, at little cost to his game: he plays no stratagem, leaves a lost fight at
// sea for a port if he can, gives up fresh and small units first, has a combat
// thrown again when all of his would be weakened or eliminated, and keeps and
// recovers what is worth most. What he decides himself are his points, his movements,
// his sieges and who goes home.
func StandingOrders(side adjudicator.Side) string {
	return "stratagems: none\n" +
		"when attacked at sea: evade to port, else stand\n" +
		"when attacked on land: stand\n" +
		"cavalry: stand\n" +
		"losses: fresh first, smallest first\n" +
		"retreat: " + havens[side] + "\n" +
		"when result is A or E: use advantage to reroll\n" +
		"advantage: keep\n" +
		"keep: S14, S9, S1, S22, S8, S3, S10, S12, S2, S20, S23, S13\n" +
		"recover: ships first, largest first\n" +
		"advance: smallest\n" +
		"refuge: " + havens[side] + ", anywhere\n"
}
