// Package bot plays as a careful person would: it plans movements, picks combats, retreats
// and stratagems by what they are worth. What that is, the ruleset says.
package bot
