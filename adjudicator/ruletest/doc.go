// Package ruletest proves of a ruleset what the kit promises of every one. Its functions
// are called by the ruleset's own tests.
package ruletest
