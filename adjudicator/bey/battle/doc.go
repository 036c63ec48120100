// Package battle fights: the order of combats, their reckoning and losses, retreats,
// rerolls, storms and attrition.
package battle
