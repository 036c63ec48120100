package adjudicator

// Overt is a [Game] in which more is hidden of an answer than is seen of it. It says what is
// seen, so that tests can play two games that differ in what is hidden with answers that look
// the same, and find whatever tells them apart.
type Overt interface {
	// Overt tells what the enemy of a side sees of an answer of the side's to the question that
	// is open, in any words: answers with the same words look the same to him. It is [Unseen] of one
	// that he sees nothing of, and empty of one whose consequences show what is hidden or hang on
	// it, such as a fight. Of a row of secret answers that are carried out openly behind it, it is
	// [Unseen] of each but the last, and of the last what is seen of all of them.
	Overt(side Side, a Answer) string
}

// Unseen is said by [Overt] of an answer that the enemy sees nothing of.
const Unseen = "unseen"
