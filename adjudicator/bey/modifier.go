package bey

// Clause is one line of the printed rules that can change a die, a column or a
// number of dice. Clauses are declared once, as package variables of a ruleset;
// a [Modifier] is a clause at work.
type Clause struct {
	Letter string // of the table of combat modifiers, "a" to "g"; empty elsewhere
	Key    string // of the message catalogues: "bey.modifier.leaders"
	Rule   string // "table, die a", "5.1", "7.S10"
}

// Lines are the lines of a printed table of modifiers, from "a" on.
type Lines []Clause

// Table declares the lines of a table by their names, the ends of their keys.
func Table(key, rule string, names ...string) (all Lines) {
	for i, name := range names {
		letter := string(rune('a' + i))
		all = append(all, Clause{letter, key + name, rule + " " + letter})
	}
	return all
}

// Line is the one with a letter.
func (l Lines) Line(letter byte) *Clause { return &l[letter-'a'] }

// Modifier is a clause and what it is worth here: +1 to a die, two columns to
// the left, one die fewer.
type Modifier struct {
	*Clause
	Value int
}

// maxModifiers is more than the longest list of any game.
const maxModifiers = 16

// Modifiers is a list of modifiers in the order of the rules. It is a value and
// allocates nothing. The zero list is empty.
type Modifiers struct {
	list [maxModifiers]Modifier
	n    int
}

// Add appends a modifier. A value of zero changes nothing and is left out.
func (m *Modifiers) Add(c *Clause, value int) {
	if value != 0 {
		m.list[m.n] = Modifier{c, value}
		m.n++
	}
}

// AddIf appends a modifier if the clause's condition holds.
func (m *Modifiers) AddIf(holds bool, c *Clause, value int) {
	if holds {
		m.Add(c, value)
	}
}

// Clear empties the list. What was in it stays in memory.
func (m *Modifiers) Clear() { m.n = 0 }

// All returns the modifiers. The slice belongs to m.
func (m *Modifiers) All() []Modifier { return m.list[:m.n] }

// Sum returns the total of the values: every modifier of both games is
// cumulative unless its rule says otherwise.
func (m *Modifiers) Sum() int {
	sum := 0
	for _, mod := range m.list[:m.n] {
		sum += mod.Value
	}
	return sum
}
