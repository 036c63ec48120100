package orders

import "slices"

// The codes of the faults this package finds. Each has two texts in the
// catalogues, "diagnostic.CODE" and "diagnostic.CODE.mend".
const (
	// The text as a whole.
	CodeTextTooLong   = "text-too-long"
	CodeTooManyLines  = "too-many-lines"
	CodeLineTooLong   = "line-too-long"
	CodeTooManyFaults = "too-many-faults"
	CodeBadUTF8       = "bad-utf8"

	// Characters and words.
	CodeInvisibleCharacter = "invisible-character"
	CodeForeignCharacter   = "foreign-character"
	CodeBullet             = "bullet"
	CodeWideCharacter      = "wide-character" // one of those that are as wide as the letters of East Asia
	CodeStrayCharacter     = "stray-character"
	CodeWordTooLong        = "word-too-long"
	CodeNumberForm         = "number-form"
	CodeNumberLeadingZero  = "number-leading-zero"
	CodeNumberTooBig       = "number-too-big"
	CodeQuantityZero       = "quantity-zero"
	CodeUnclosedQuote      = "unclosed-quote"
	CodeEmptyQuotes        = "empty-quotes"

	// Header and sections.
	CodeQuotedReply      = "quoted-reply"
	CodeOrderOutside     = "order-outside" // a line like an order above the file, or below it
	CodeOldLetter        = "old-letter"    // another letter, not quoted, in the text
	CodeArmour           = "armour"
	CodeUnknownHeader    = "unknown-header"
	CodeMissingHeader    = "missing-header"
	CodeDoubledHeader    = "doubled-header"
	CodeEmptyHeader      = "empty-header"
	CodeHeaderForm       = "header-form"
	CodeLateHeader       = "late-header"
	CodeMissingSection   = "missing-section"
	CodeDoubledSection   = "doubled-section"
	CodeHeadingExtra     = "heading-extra"
	CodePhaseForm        = "phase-form"
	CodePhaseOutside     = "phase-outside"
	CodeDoubledPhase     = "doubled-phase"
	CodeSectionAfterEnd  = "section-after-end"
	CodeOrderAfterEnd    = "order-after-end"
	CodeNothingContinued = "nothing-continued"
	CodeOrdersInWords    = "orders-in-words"
	CodeDoubledWords     = "doubled-words"

	// Orders and standing orders.
	CodeOneOrder       = "one-order"
	CodeVerbExpected   = "verb-expected"
	CodeStrayComma     = "stray-comma"
	CodeStrayColon     = "stray-colon"
	CodeStraySemicolon = "stray-semicolon"
	CodeRuleInOrders   = "rule-in-orders"
	CodeMissingColon   = "missing-colon"
	CodeSecondColon    = "second-colon"
	CodeEmptyCondition = "empty-condition"
	CodeEmptySubject   = "empty-subject"
	CodeEmptyAction    = "empty-action"

	// What a ruleset finds with a Cursor or a Lexicon.
	CodeKeywordExpected = "keyword-expected"
	CodeNumberExpected  = "number-expected"
	CodeTextExpected    = "text-expected"
	CodeNameExpected    = "name-expected"
	CodeRangeOrder      = "range-order"
	CodeLeftOver        = "left-over"
	CodeUnknownName     = "unknown-name"
	CodeUnknownVerb     = "unknown-verb"
	CodeAmbiguousName   = "ambiguous-name"
	CodeWrongKind       = "wrong-kind"
)

// codeArgs names the Args that each code carries.
var codeArgs = map[string][]string{
	CodeTextTooLong:        {"Bytes", "Limit"},
	CodeTooManyLines:       {"Lines", "Limit"},
	CodeLineTooLong:        {"Bytes", "Limit"},
	CodeTooManyFaults:      {"More"},
	CodeBadUTF8:            {"Offset", "Byte"},
	CodeInvisibleCharacter: {"Escape", "Name"},
	CodeForeignCharacter:   {"Escape", "Name"},
	CodeBullet:             {"Escape", "Name"},
	CodeWideCharacter:      {"Escape", "Name", "Plain"},
	CodeStrayCharacter:     {"Character"},
	CodeWordTooLong:        {"Length", "Limit"},
	CodeNumberForm:         {"Word"},
	CodeNumberLeadingZero:  {"Word"},
	CodeNumberTooBig:       {"Word", "Limit"},
	CodeQuantityZero:       {"Word"},
	CodeUnclosedQuote:      nil,
	CodeEmptyQuotes:        nil,
	CodeQuotedReply:        {"Lines"},
	CodeOrderOutside:       nil,
	CodeOldLetter:          nil,
	CodeArmour:             nil,
	CodeUnknownHeader:      {"Word", "Lines", "Suggestions"},
	CodeMissingHeader:      {"Field"},
	CodeDoubledHeader:      {"Field", "First"},
	CodeEmptyHeader:        {"Field"},
	CodeHeaderForm:         {"Field", "Value"},
	CodeLateHeader:         {"Field"},
	CodeMissingSection:     nil,
	CodeDoubledSection:     {"Section", "First"},
	CodeHeadingExtra:       {"Section", "Words"},
	CodePhaseForm:          {"Words"},
	CodePhaseOutside:       {"Phase"},
	CodeDoubledPhase:       {"Phase", "First"},
	CodeSectionAfterEnd:    {"Word", "End"},
	CodeOrderAfterEnd:      {"Word", "End"},
	CodeNothingContinued:   {"Mark"},
	CodeOrdersInWords:      {"Section", "First"},
	CodeDoubledWords:       {"Section", "First"},
	CodeOneOrder:           nil,
	CodeVerbExpected:       {"Found"},
	CodeStrayComma:         nil,
	CodeStrayColon:         nil,
	CodeStraySemicolon:     nil,
	CodeRuleInOrders:       {"Word"},
	CodeMissingColon:       {"Word"},
	CodeSecondColon:        nil,
	CodeEmptyCondition:     {"Word"},
	CodeEmptySubject:       nil,
	CodeEmptyAction:        {"Mark"},
	CodeKeywordExpected:    {"Words", "Found"},
	CodeNumberExpected:     {"Found"},
	CodeTextExpected:       {"Found"},
	CodeNameExpected:       {"Wanted", "Found"},
	CodeRangeOrder:         {"Word"},
	CodeLeftOver:           {"Words"},
	CodeUnknownName:        {"Word", "Suggestions", "Wanted"},
	CodeUnknownVerb:        {"Word", "Suggestions"},
	CodeAmbiguousName:      {"Word", "Candidates"},
	CodeWrongKind:          {"Word", "Found", "Wanted"},
}

// Codes returns every code this package can emit, in alphabetical order.
func Codes() []string {
	codes := make([]string, 0, len(codeArgs))
	for c := range codeArgs {
		codes = append(codes, c)
	}
	slices.Sort(codes)
	return codes
}

// CodeArgs returns the names of the Args that a code of this package carries.
func CodeArgs(code string) []string { return slices.Clone(codeArgs[code]) }
