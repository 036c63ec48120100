// Package odds tells chances: of combats, of attrition and of what else a ruleset throws
// dice for, in positions made up or imagined, exactly and in words.
package odds
