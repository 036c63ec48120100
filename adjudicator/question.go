package adjudicator

import (
	"math/rand/v2"

	"keryx/orders"
)

// Question is what the game wants to know from one side before it can go on.
// Whether it is asked depends only on what both sides know.
type Question struct {
	Kind     string   // names it: "spend", "losses"; "RULESET.ask.KIND" in the catalogues
	Rule     string   // the rule that gives the choice: "B.3.1"
	Prompt   Phrase   // the question in a sentence
	Facts    []Phrase // what the player must know to answer
	Verbs    []string // the canonical verbs of the orders that answer it
	Reaction bool     // interrupts the other side's action, or follows from it
	// Settled tells that nothing is left to choose but the default, which is
	// taken at once. The question is there for the orders of a file that still
	// belong to it: they are refused for their reason, and "end" is not left over.
	// It hangs on what both sides know: nobody is waited for, and the enemy sees that.
	Settled bool
	// Free tells that the side may let the moment pass, and that the default does so:
	// it plays nothing, stays where it is, moves nothing more.
	Free bool
	// Slight tells that the side must answer, and that the default commits it to nothing: it
	// announces the least.
	Slight bool
	// Around tells that what decides it stands in the zones beside those that it is about, as besiegers
	// do: a close-up shows those too.
	Around bool
	Form   Form
}

// Form is the one definition of what is legal in answer to a question. The
// check on receipt, the order template, the random player, the dry run and the
// tests all go through it.
type Form interface {
	// Accept turns an order that was read into an answer, or says what rule
	// forbids it. Legality is judged on what the side may know.
	Accept(o Order, s *orders.Statement) (Answer, *orders.Diagnostic)
	// Check tells whether an answer made by Sample, Default or Advise is legal.
	// It returns nil if so.
	Check(a Answer) error
	// Sample returns a random legal answer.
	Sample(r *rand.Rand) Answer
	// Default returns the least committal legal answer.
	Default() Answer
	// Choices lists the legal answers for the order template: each alone if
	// they are few, as patterns if they are many.
	Choices() []Choice
}

// Cautious is a [Form] some of whose answers harm the one who gives them in a way that
// he can hardly mean. Caution returns what is to be said to an order for such an answer
// that does not say that it means it, or nil. It is looked at when a new file is judged,
// by [Session.Rehearse], and not when one that was taken is played again: a Form that
// wants it to stop a file in play as well asks it in Accept, in a version of its rules
// that no game was begun under before it did.
type Cautious interface {
	// Order o is nil where a is the default of a settled question, behind s.
	Caution(a Answer, o Order, s *orders.Statement) *orders.Diagnostic
}

// Adviser is a [Form] that standing orders can answer. Advise returns the
// answer that the first fitting rule gives, and that rule's index.
type Adviser interface {
	Advise(standing []Standing) (a Answer, rule int, ok bool)
}

// Waiver is a [Form] of which an answer can leave things undone that a player may regret. Waived
// names those that the side could have had instead, such as counters that it holds: it is told
// of them by name when its standing orders give that answer.
type Waiver interface {
	Waived(Answer) Terms
}

// Wanting is an [Order] that asks for a thing that a [Waiver] can name.
type Wanting interface{ Wants() Term }

// Order is an order as a ruleset has read it, with every name resolved, before
// anything is known of its legality. Its type is the ruleset's own.
type Order any

// Lasting is an [Order] that answers every question of its kind until one comes that
// another kind of order answers: "siege all". Orders that answer what is asked in between
// may stand behind it.
type Lasting interface{ Lasting() }

// Standing is a standing order as a ruleset has read it.
type Standing any

// Answer is a legal answer to a question. Its concrete type is the ruleset's own.
type Answer interface {
	// Words is the order that gives this answer, in canonical form.
	Words() Words
}

// Choice is one line of the order template: an order, or a pattern of orders,
// and a remark.
type Choice struct {
	Words Words
	Note  Phrase // may be zero
}
