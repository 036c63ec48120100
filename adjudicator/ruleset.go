package adjudicator

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"keryx/adjudicator/board"
	"keryx/orders"
)

// Ruleset is one printed game: what it is called, how it begins, and how its
// orders read. It holds no state of any game in play.
type Ruleset interface {
	// Info describes the game.
	Info() Info
	// New sets up a game. It returns an error that names the setting at fault
	// if the setup does not fit the ruleset.
	New(s Setup) (Game, error)
	// Load restores a game from what [Game.State] gave at a turn boundary.
	Load(s Setup, state []byte) (Game, error)
	// Lexicon names everything an order can name, in every language. Verbs are
	// entries of kind "verb", whose IDs are the canonical verbs.
	Lexicon() *orders.Lexicon
	// ReadOrder resolves the names of a statement whose canonical verb is given.
	// It reports every fault that can be found without knowing the game's state.
	ReadOrder(verb string, s *orders.Statement) (Order, []*orders.Diagnostic)
	// ReadStanding resolves a standing order.
	ReadStanding(r *orders.Rule) (Standing, []*orders.Diagnostic)
}

// Info describes a ruleset.
type Info struct {
	Name      string   // "hellespont": catalogue prefix and folder
	Prefix    string   // of game identifiers: "hel" in "hel-7"
	Version   string   // changes whenever the same answers could give another game
	Sides     []string // identifiers of the two seats: "athens", "sparta"
	Scenarios []string // identifiers; the first is the one played unless another is named
	Phases    []string // the phases of the sequence of play in which orders can be asked for
	// Optional are those of the phases that a side may not have in a turn, such as the turn
	// of who plays first. Orders under a heading whose phase has not come are laid aside
	// without a word.
	Optional []string
	Options  []Option // interpretations that a club may choose
}

// Option is a choice between readings of a rule, made when a game is created.
type Option struct {
	ID      string
	Rule    string
	Values  []string // the first is the default
	Meaning Phrase
	// Scenarios are those in which it makes a difference; nil for all.
	Scenarios []string
}

// In reports whether the option makes a difference in a scenario.
func (o *Option) In(scenario string) bool {
	return o.Scenarios == nil || slices.Contains(o.Scenarios, scenario)
}

// Setup is what a game is created with.
type Setup struct {
	Scenario string            `json:"scenario"`
	Options  map[string]string `json:"options,omitempty"`
}

// Game is one game in play, written as straight-line code: see the package
// comment. Its methods other than Turn are called only while Turn is suspended
// in a question, or at a turn boundary.
type Game interface {
	// Turn plays the next turn to its end. It reports whether the game is over.
	Turn(t *Table) (over bool)
	// State encodes the game at a turn boundary: all of it, so that one restored by
	// [Ruleset.Load] and one that is played on are the same game. Equal games give equal bytes.
	State() json.RawMessage
	// View is what a side may know now.
	View(side Side) View
	// Name is the name of the turn in play: "September -411".
	Name() Phrase
	// Result is how the game ended, or nil.
	Result() *Result
	// Invariants returns the first thing found wrong with the game: a stack too
	// high, strength from nowhere, a unit where it cannot be.
	Invariants() error
}

// Guide is a [Ruleset] that can propose standing orders to a player who has none
// yet, in his language: careful ones, which save most of the mails of a turn.
type Guide interface {
	Starter(side Side, lang string) string
}

// ScenarioGuide is a [Guide] whose proposals depend on the scenario: some leave out lines that can
// never apply there, or that cost points there. [Starter] asks it.
type ScenarioGuide interface {
	StarterIn(scenario string, side Side, lang string) string
}

// Starter returns the standing orders that a ruleset proposes to a side in a scenario, the first one
// if none is named. It returns none if the ruleset is no [Guide].
func Starter(rules Ruleset, scenario string, side Side, lang string) string {
	if all := rules.Info().Scenarios; scenario == "" && len(all) > 0 {
		scenario = all[0]
	}
	if guide, ok := rules.(ScenarioGuide); ok {
		return guide.StarterIn(scenario, side, lang)
	}
	if guide, ok := rules.(Guide); ok {
		return guide.Starter(side, lang)
	}
	return ""
}

// Leveller is a [Ruleset] that names its levels of victory, the highest first, and the one that a
// side gives its enemy when it resigns.
type Leveller interface {
	Levels() (levels []string, resigned string)
}

// Linguist is a [Ruleset] that can tell in which language a standing order is written,
// so that its keywords come back in the same; false if its words are of any.
type Linguist interface {
	Tongue(r *orders.Rule) (orders.Language, bool)
}

// Overseer is a [Ruleset] that notices standing orders which can never answer.
type Overseer interface {
	// Idle returns them by their indices, in their order.
	Idle(rules []Standing) []Idle
}

// Idle is a standing order that has nothing left to answer.
type Idle struct {
	Rule, By int  // by the rule above it that answers first
	Part     bool // it answers something, but none of its stratagems is ever played
}

// Reading is how a contradiction or a gap of a rulebook is decided, in one language.
type Reading struct {
	ID, Rule string
	Option   string // of the games that may be played otherwise; empty if there is none
	ReadingText
}

// ReadingText is what there is to say about a reading.
type ReadingText struct {
	Question string
	Default  string   // the reading taken
	Others   []string // what could be read as well
}

// Interpreter is a [Ruleset] that can tell its readings of unclear rules, in the
// language of that tag or else in English.
type Interpreter interface {
	Readings(lang string) []Reading
}

// Resampler is a [Game] that can imagine another one which the side cannot tell
// from this: other chits in the enemy's hand, other strengths under his blocks.
type Resampler interface {
	Resample(side Side, r *rand.Rand) Game
}

// Redealer is a [Game] in whose middle what a side cannot see can be exchanged for
// something that it could be as well, so that a file is judged without it: see
// [Session.Rehearse]. Nothing of it may be kept in variables of Turn.
//
// What Redeal leaves hangs on what the side knows and on r alone, not on what was there
// before: who shuffles what is hidden sorts it first, since the order in which it lies is
// hidden as well, and draws from r as often whatever is there.
type Redealer interface {
	Redeal(side Side, r *rand.Rand)
}

var registry struct {
	sync.RWMutex
	byName map[string]Ruleset
	older  map[string][]Ruleset
	// awaited are games that nobody has looked for yet: see [Opener.Newest]. behind are
	// those of which the older versions were not looked for.
	awaited, behind map[string]Opener
}

// await makes a game known whose data are read when somebody looks for it.
func await(o Opener) {
	registry.Lock()
	defer registry.Unlock()
	if registry.awaited == nil {
		registry.awaited, registry.behind = map[string]Opener{}, map[string]Opener{}
	}
	registry.awaited[o.Name], registry.behind[o.Name] = o, o
}

// registered reports whether a game of that name is known.
func registered(name string) bool {
	registry.RLock()
	defer registry.RUnlock()
	return slices.Contains(names(), name)
}

// open reads the data of a game that is awaited.
func open(name string) {
	registry.RLock()
	o, ok := registry.awaited[name]
	registry.RUnlock()
	if !ok {
		return
	}
	newest := o.Newest() // the same for all who look for it at once
	registry.Lock()
	defer registry.Unlock()
	if _, still := registry.awaited[name]; still {
		delete(registry.awaited, name)
		enter(newest)
	}
}

// openOlder reads the data of the versions of a game that are played no more by new games.
func openOlder(name string) {
	registry.RLock()
	o, ok := registry.behind[name]
	registry.RUnlock()
	if !ok {
		return
	}
	all := o.Embedded()
	registry.Lock()
	defer registry.Unlock()
	if _, still := registry.behind[name]; still {
		delete(registry.behind, name)
		if registry.older == nil {
			registry.older = map[string][]Ruleset{}
		}
		registry.older[name] = append(all[1:len(all):len(all)], registry.older[name]...)
	}
}

// prefixOf is the prefix of a registered game's identifiers.
func prefixOf(name string) string {
	registry.RLock()
	o, awaited := registry.awaited[name]
	registry.RUnlock()
	if awaited {
		return o.Prefix
	}
	if r, err := Lookup(name); err == nil {
		return r.Info().Prefix
	}
	return ""
}

// VersionOf is the version in which new games of a registered ruleset are played. The error
// is that of [Lookup].
func VersionOf(name string) (string, error) {
	registry.RLock()
	o, awaited := registry.awaited[name]
	registry.RUnlock()
	if awaited {
		return o.Version, nil
	}
	r, err := Lookup(name)
	if err != nil {
		return "", err
	}
	return r.Info().Version, nil
}

// Register makes a ruleset known under its name. It panics if the name is taken.
func Register(r Ruleset) {
	registry.Lock()
	defer registry.Unlock()
	enter(r)
}

// enter is [Register] for who holds the lock.
func enter(r Ruleset) {
	name := r.Info().Name
	_, taken := registry.byName[name]
	if _, awaited := registry.awaited[name]; taken || awaited {
		panic("adjudicator: two rulesets named " + name)
	}
	if registry.byName == nil {
		registry.byName = map[string]Ruleset{}
	}
	registry.byName[name] = r
}

// RegisterOlder makes known a ruleset as it was in an older version, or with other data:
// games that were begun under it go on under it, and no new game is. One that is known
// by name and version already is passed over.
func RegisterOlder(r Ruleset) {
	info := r.Info()
	if _, err := OpenVersion(info.Name, info.Version); err == nil {
		return
	}
	registry.Lock()
	defer registry.Unlock()
	if registry.older == nil {
		registry.older = map[string][]Ruleset{}
	}
	registry.older[info.Name] = append(registry.older[info.Name], r)
}

// VersionError reports a game that was begun under a version of its ruleset which this
// program does not have.
type VersionError struct {
	Name, Version string
	Known         []string // versions, the one of new games first
}

// Error says which version is wanted and how to come by it.
func (e *VersionError) Error() string {
	text := fmt.Sprintf("it is played under version %s of %s, and this program has %s: ", e.Version, e.Name, strings.Join(e.Known, ", "))
	if strings.Contains(e.Version, "+") {
		return text + "the data files that it was begun with are missing; put them into a folder below kept/ of " + e.Name + "'s folder in the directory that --data names"
	}
	return text + "finish it with the release of keryx that it was begun with"
}

// OpenVersion returns the ruleset of that name in that version: a game ends under the
// rules that it began with. The error is that of [Lookup], or a *[VersionError].
func OpenVersion(name, version string) (Ruleset, error) {
	newest, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	if newest.Info().Version == version {
		return newest, nil
	}
	openOlder(name)
	missing := &VersionError{Name: name, Version: version}
	registry.RLock()
	defer registry.RUnlock()
	for _, r := range append([]Ruleset{newest}, registry.older[name]...) {
		known := r.Info().Version
		if known == version {
			return r, nil
		}
		missing.Known = append(missing.Known, known)
	}
	return nil, missing
}

// Lookup returns the ruleset of that name for new games, or an error that lists those there are.
func Lookup(name string) (Ruleset, error) {
	open(name)
	registry.RLock()
	defer registry.RUnlock()
	if r, ok := registry.byName[name]; ok {
		return r, nil
	}
	return nil, fmt.Errorf("no ruleset is called %q; there are: %v", name, names())
}

// Rulesets lists the names of the registered rulesets, sorted.
func Rulesets() []string {
	registry.RLock()
	defer registry.RUnlock()
	return names()
}

func names() []string {
	var all []string
	for name := range registry.byName {
		all = append(all, name)
	}
	for name := range registry.awaited {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// Seat returns the side of that identifier, and whether there is one.
func (i Info) Seat(id string) (Side, bool) {
	n := slices.Index(i.Sides, id)
	return Side(n), n >= 0
}

// Charted is a [Ruleset] whose board can be drawn.
type Charted interface {
	// Chart returns the board and the outlines of its zones.
	Chart() (*board.Map, *board.Geometry)
}
