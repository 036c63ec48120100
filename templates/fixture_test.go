package templates

import (
	"io/fs"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// tiny is the catalogue of an invented game: two cities and a strait.
var tiny = map[string]string{
	"en/tiny.toml": `
"tiny.name" = "The Strait"
"tiny.side.west" = "Westport"
"tiny.side.east" = "Easthaven"
"tiny.zone.Z1" = "Gull Rock"
"tiny.zone.Z2" = "Ferry"
"tiny.unit.galley" = "galley"
"tiny.phase.A" = "Weather"
"tiny.phase.B" = "Movement and battle"
"tiny.scenario.short" = "The short war"
"tiny.keyword.sail" = "sail"
"tiny.keyword.wait" = "wait"
"tiny.turn" = "{{.month}} of the year {{.year}}"
"tiny.month.5" = "May"
"tiny.period" = "month"
"tiny.a-period" = "a month"
"tiny.event.wind" = "The wind blows from the {{.from}}."
"tiny.event.battle" = "Battle at {{.zone}}: {{.who}} against {{.whom}}."
"tiny.event.fire" = { one = "{{.who}} loses one ship.", other = "{{.who}} loses {{.Count}} ships." }
"tiny.event.spy" = "Your watchers saw {{.what}} lie at {{.zone}}."
"tiny.event.retreat" = "{{cap .who}} falls back to {{.zone}}, harried all the way by light craft that hang on its rear until nightfall."
"tiny.roll.attack" = "attack by {{.side}}"
"tiny.ask.move" = "Where does your fleet at {{.zone}} go?"
"tiny.fact.points" = { one = "You have one point left.", other = "You have {{.Count}} points left." }
"tiny.note.cost" = { one = "costs one point", other = "costs {{.Count}} points" }
"tiny.table.own" = "Your forces"
"tiny.table.enemy" = "The enemy, as far as you know"
"tiny.column.zone" = "Zone"
"tiny.column.ships" = "Ships"
"tiny.column.strength" = "Strength"
"tiny.column.leader" = "Leader"
"tiny.column.seen" = "Last seen"
"tiny.balance.ports" = "Ports held"
"tiny.balance.ships" = "Ships"
"tiny.why.ports" = "{{.side}} holds every port."
"tiny.option.fog" = "How much of the enemy is seen"
"tiny.option.fog.thick" = "nothing beyond the next zone"
"diagnostic.tiny-not-adjacent" = "{{.From}} is not adjacent to {{.To}}."
"diagnostic.tiny-not-adjacent.mend" = "From {{.From}} you can reach {{.Reach}}."
`,
	"fr/tiny.toml": `
"tiny.side.west" = "Port-Couchant"
"tiny.side.east" = "Havre-Levant"
"tiny.zone.Z1" = "le rocher des Mouettes"
"tiny.zone.Z3" = "Thrace"
"tiny.zone.Z3.in" = "en Thrace"
"tiny.event.came" = "{{en .Zone | cap}}, {{de .Zone}}, {{.Zone}}."
"tiny.keyword.sail" = "voguer"
"tiny.event.fire" = { one = "{{.who}} perd {{.Count}} navire.", other = "{{.who}} perd {{.Count}} navires." }
`,
}

// testCatalog is the embedded catalogue with the invented game.
func testCatalog(t testing.TB) *Catalog {
	t.Helper()
	c, err := withTiny()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// withTiny reads that catalogue once for all tests: none of them changes it.
var withTiny = sync.OnceValues(func() (*Catalog, error) {
	all := fstest.MapFS{}
	names, err := fs.Glob(catalogues, "*/*.toml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(catalogues, name)
		if err != nil {
			return nil, err
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	for name, text := range tiny {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return Load(all)
})

func zone(id string) adjudicator.Term { return adjudicator.Term{Kind: "zone", ID: id} }

func side(id string) adjudicator.Term { return adjudicator.Term{Kind: "side", ID: id} }

// moveForm answers the invented game's one question.
type moveForm struct{}

func (moveForm) Accept(adjudicator.Order, *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	return nil, nil
}
func (moveForm) Check(adjudicator.Answer) error       { return nil }
func (moveForm) Sample(*rand.Rand) adjudicator.Answer { return nil }
func (moveForm) Default() adjudicator.Answer          { return nil }
func (moveForm) Choices() []adjudicator.Choice {
	return []adjudicator.Choice{
		{Words: adjudicator.Words{adjudicator.Keyword("sail"), zone("Z2")}, Note: adjudicator.Say("tiny.note.cost", "Count", 1)},
		{Words: adjudicator.Words{adjudicator.Keyword("sail"), zone("Z2"), ",", zone("Z1"), 3}, Note: adjudicator.Say("tiny.note.cost", "Count", 2)},
		{Words: adjudicator.Words{adjudicator.Keyword("wait")}},
	}
}

func hashOf(n int) dice.Head {
	var h dice.Head
	for i := range h {
		h[i] = byte(n*31 + i*7)
	}
	return h
}

var noon = time.Date(2026, 11, 21, 18, 4, 5, 0, time.UTC)

func tinyStory() []Chapter {
	say := adjudicator.Say
	return []Chapter{{Number: 3, Turn: say("tiny.turn", "month", adjudicator.Term{Kind: "month", ID: "5"}, "year", 12), Events: []adjudicator.Event{
		{Phase: "A", Rule: "2.1", Public: say("tiny.event.wind", "from", "north"),
			Rolls: []adjudicator.Roll{{Entry: 11, Index: 0, Sides: 6, Faces: []int{4}}}},
		{Phase: "B", Rule: "3.2", Public: say("tiny.event.battle", "zone", zone("Z2"), "who", side("west"), "whom", side("east"))},
		{Phase: "B", Rule: "3.3", Depth: 1, Public: say("tiny.event.fire", "who", side("east"), "Count", 2),
			Rolls: []adjudicator.Roll{{Entry: 12, Index: 0, Sides: 6, Faces: []int{4, 6, 1}, Reason: say("tiny.roll.attack", "side", side("west"))}}},
		{Phase: "B", Rule: "3.3", Depth: 1, Public: say("tiny.event.fire", "who", side("west"), "Count", 1),
			Rolls: []adjudicator.Roll{{Entry: 12, Index: 3, Sides: 6, Faces: []int{5, 2}, Reason: say("tiny.roll.attack", "side", side("east"))}}},
		{Phase: "B", Rule: "3.6", Depth: 2, Public: say("tiny.event.retreat", "who", "the Easthaven squadron", "zone", zone("Z1"))},
		{Phase: "B", Depth: 1, Private: [2]adjudicator.Phrase{say("tiny.event.spy", "what", adjudicator.Terms{
			{Kind: "unit", ID: "galley"}, {Kind: "unit", ID: "transport"}, zone("Z1")}, "zone", zone("Z1"))}},
	}}}
}

func tinyView() adjudicator.View {
	say := adjudicator.Say
	return adjudicator.View{
		Side: 0,
		Turn: say("tiny.turn", "month", adjudicator.Term{Kind: "month", ID: "5"}, "year", 12),
		Tables: []adjudicator.Listing{
			{ID: "own", Title: say("tiny.table.own"),
				Columns: []adjudicator.Phrase{say("tiny.column.zone"), say("tiny.column.ships"), say("tiny.column.strength"), say("tiny.column.leader")},
				Rows: [][]any{
					{zone("Z1"), adjudicator.Terms{{Kind: "unit", ID: "galley"}, {Kind: "unit", ID: "galley"}}, 7, "Kallias"},
					{zone("Z2"), adjudicator.Terms{{Kind: "unit", ID: "galley"}}, 12, ""},
				}},
			{ID: "enemy", Title: say("tiny.table.enemy"),
				Columns: []adjudicator.Phrase{say("tiny.column.zone"), say("tiny.column.seen")},
				Rows:    [][]any{{zone("Z1"), "a squadron of unknown strength behind the breakwater, seen at dawn from the headland and not since"}}},
		},
		Balance: []adjudicator.BalanceRow{
			{Name: say("tiny.balance.ports"), Values: [2]int{3, 2}},
			{Name: say("tiny.balance.ships"), Values: [2]int{11, 9}},
		},
		Data: map[string]any{"turn": 3, "side": "west"},
	}
}

func tinyProof() Proof {
	return Proof{
		Game: "tin-7", Secret: hashOf(1), After: Link{10, hashOf(10)},
		Entries: []ProofEntry{
			{Seq: 11, Kind: adjudicator.Commit, Time: noon.Add(-9 * time.Hour), Digest: hashOf(21), Hash: hashOf(11), Open: true,
				Body: []byte(`{"turn":3,"commitment":"` + hashOf(3).String() + `"}`)},
			{Seq: 12, Kind: adjudicator.Ordered, Side: "west", Time: noon, Digest: hashOf(22), Hash: hashOf(12)},
		},
		Head:    Link{12, hashOf(12)},
		Commits: []TurnHead{{3, hashOf(3)}},
		Reveals: []TurnHead{{2, hashOf(2)}},
		Rolls:   []ProofRoll{{3, 11, 0, 6, []int{4}}, {3, 12, 0, 6, []int{4, 6, 1}}, {3, 12, 3, 6, []int{5, 2}}},
	}
}

// tinyReport is a full report: everything a letter can hold but faults.
func tinyReport(t testing.TB) Report {
	t.Helper()
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Skipf("no time zones on this machine: %v", err)
	}
	say := adjudicator.Say
	return Report{
		Kind: Receipt, Lang: "en", Mailbox: "orders@keryx.example",
		Game: "tin-7", Ruleset: "tiny", Scenario: "short", Sides: [2]string{"west", "east"}, Side: 0,
		Player: "Alice", Opponent: "Bénédicte", Code: "K7Q2-9XWM",
		Re:    Mail{Received: noon},
		Story: tinyStory(), View: tinyView(),
		Question: &adjudicator.Question{Kind: "move", Rule: "3.1", Prompt: say("tiny.ask.move", "zone", zone("Z1")),
			Facts: []adjudicator.Phrase{say("tiny.fact.points", "Count", 2)}, Verbs: []string{"sail", "wait"}, Form: moveForm{}},
		Answered: []adjudicator.Answered{
			{Side: 0, Kind: "move", Words: adjudicator.Words{adjudicator.Keyword("sail"), zone("Z2")}, From: adjudicator.FromOrders, Line: 7},
			{Side: 0, Kind: "move", Words: adjudicator.Words{adjudicator.Keyword("wait")}, From: adjudicator.FromStanding, Rule: adjudicator.Wording{"when attacked", "quand attaqué"}},
		},
		Waiting:  []orders.Statement{{Line: 9, Text: "sail Ferry"}},
		Standing: "when attacked: retreat, else stand\nlosses: galleys first\n",
		Press:    []Press{{From: "Bénédicte", Text: "Your fleet is very fine.\n\nIt will look finer still at the bottom of the sea."}},
		Deadline: time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC), Zone: paris, Contract: "default",
		Settings: []Setting{{Option: adjudicator.Option{ID: "fog", Rule: "9.1", Meaning: say("tiny.option.fog")}, Value: "thick"}},
		Proof:    tinyProof(),
	}
}

func adjacency() *orders.Diagnostic {
	text := "  sail Z1, Z9 by Gull Rock"
	return &orders.Diagnostic{Code: "tiny-not-adjacent", Kind: orders.Illegal, Text: text, Rule: "3.2",
		Span: orders.Span{Line: 7, Column: 12, End: 14},
		Args: []any{"From", zone("Z1"), "To", zone("Z9"), "Reach", adjudicator.Terms{zone("Z1"), zone("Z2"), zone("Z3")}}}
}

func render(t testing.TB, r Report) Letter {
	t.Helper()
	l, err := testCatalog(t).Render(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
