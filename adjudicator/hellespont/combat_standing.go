package hellespont

// combatStandings are the standing orders on combats, sieges and adjustments.
var combatStandings = []standingKind{}
