package amphipolis

// The junctures of Amphipolis, by the kinds of their questions, beside those of the
// family.
const (
	atArrive   = "arrive"
	atWorks    = "works"
	atRedeploy = "redeploy"
	atHome     = "home"
	atDesert   = "desertion-stratagem"
	atSiege    = "siege"
)
