package order

// EvadeWords begin an order to evade.
var EvadeWords = []string{"evade", "evader", "esquiver", "s'esquiver", "s'evader"}

// StandWords tell to stay for a combat.
var StandWords = []string{"stand", "tient", "tenir", "rester"}
