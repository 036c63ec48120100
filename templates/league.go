package templates

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
	"keryx/orders/pattern"
)

// LeagueMail is the kind of all letters about a league.
const LeagueMail Kind = "league"

// LeaguePart is what a letter tells of a league. A part that is empty is left out.
type LeaguePart struct {
	ID, Name string
	Ladder   bool // it is one
	// Ruleset is that of its games, for the names of sides and levels.
	Ruleset  string
	Rules    []adjudicator.Phrase // how it is played, line by line
	Fixtures []LeagueFixture
	Results  []LeagueResult
	Tables   []LeagueTable
	Places   []LadderPlace
	Ratings  []LeagueRating
	// Uncertain is the deviation above which a rating has a question mark.
	Uncertain int
	Biases    []adjudicator.Phrase  // of the scenarios that are rated
	Position  []adjudicator.Listing // of a game that is to be judged, as everybody may see it
	Told      []adjudicator.Phrase  // what was done, or is to be known
	Why       []adjudicator.Phrase  // why others on a ladder cannot be challenged
	// Asked lists which of the parts are an answer even if they are empty: "fixtures",
	// "results", "table", "ladder", "may" (Places are those whom the reader may challenge), "ratings".
	Asked []string
}

// LeagueFixture is a game that is to be played, or is being played.
type LeagueFixture struct {
	Round    int
	ID       string // of the fixture or the game: "1-2-1"
	Fixture  string
	Side     string // the reader's, if the fixture is his and has sides: "athens"
	Opponent string // of the reader; or both names in order of sides
	State    string // "bids", "waiting", "running", "bye", "ended", "struck"
	Game     string // on the server
	Until    time.Time
}

// LeagueResult is the result of a game.
type LeagueResult struct {
	Round         int
	ID            string
	First, Second string // names, in order of sides
	Outcome       outcome.Verdict
	Points        string // "4 - 1"
}

// LeagueTable is the table of a division.
type LeagueTable struct {
	Division string
	Breaks   []string
	Rows     []LeagueRow
}

// LeagueRow is a line of a table. Values are printed with their terms.
type LeagueRow struct {
	Rank    int // 0: struck
	Name    string
	Played  int
	Pending int
	// ForfeitWon, ForfeitLost and Byes are what gave points, or none, without being played.
	ForfeitWon, ForfeitLost, Byes int
	Score                         string
	Terms                         string   // "5 = 4 + 1"
	Values                        []string // of the tie-breaks
	Made                          []string // what each of them is made of: "7.25 = 4 + 3.25"
}

// LadderPlace is a place of a ladder.
type LadderPlace struct {
	Place  int
	Rank   int // among those who have finished a game; 0: none
	Name   string
	Games  int
	Reader bool // he reads the letter
}

// LeagueRating is a line of the ratings.
type LeagueRating struct {
	Place, Rating, Deviation, Games int
	Name                            string
	Uncertain                       bool
}

// LeagueLetter is a letter about a league that nobody asked for.
type LeagueLetter struct {
	Lang, Mailbox, Player string
	Zone                  *time.Location
	Occasion              string // "invitation", "muster", "began", "result", ...
	Args                  []any  // for its words
	Part                  LeaguePart
}

// wantingWords are the occasions of letters that ask their reader for a request which changes
// something.
var wantingWords = []string{"invitation", "muster", "muster-round", "consents", "judging", "judge", "challenged", "challenged-for-you", "idle", "to-answer"}

// RenderLeague makes a letter about a league. It returns an error only if a layout fails.
func RenderLeague(l LeagueLetter) (Letter, error) {
	b := builder{Printer: For(l.Lang, l.Part.Ruleset), r: Report{Kind: LeagueMail, Lang: l.Lang, Mailbox: l.Mailbox}}
	args := append([]any{"League", l.Part.ID, "Name", l.Part.Name, "Mailbox", l.Mailbox, "Player", l.Player, "Ladder", l.Part.Ladder}, l.Args...)
	args = b.moments(args, l.Zone)
	d := document{Lang: b.lang, Title: b.Say("league.subject."+l.Occasion, args...), Lead: []string{b.Say("league.lead."+l.Occasion, args...)}}
	if slices.Contains(wantingWords, l.Occasion) {
		d.Lead = append(d.Lead, b.Say("request.lines", args...))
	}
	d.Sections = b.league(l.Part, l.Zone)
	footer := "league.footer"
	if l.Part.Ladder {
		footer = "league.footer.ladder"
	}
	if l.Occasion != "deleted" { // of what is no more nobody can ask
		d.Footer = b.Say(footer, args...)
	}
	letter := Letter{Subject: d.Title}
	var text, html bytes.Buffer
	if err := textLayout().Execute(&text, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the text of a letter about a league: %w", err)
	}
	if err := htmlLayout().Execute(&html, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the HTML of a letter about a league: %w", err)
	}
	letter.Text, letter.HTML = text.String(), html.String()
	return letter, nil
}

// league lays out what is told of a league.
func (b *builder) league(p LeaguePart, zone *time.Location) (out []section) {
	own := builder{Printer: For(b.lang, p.Ruleset), r: b.r}
	add := func(id string, asked bool, blocks ...block) {
		if len(blocks) == 0 && asked {
			blocks = []block{{Para: b.Say("league.none." + id)}}
		}
		if len(blocks) > 0 {
			out = append(out, section{ID: "league-" + id, Title: b.Say("league.head."+id, "Name", p.Name, "League", p.ID), Blocks: blocks})
		}
	}
	asked := map[string]bool{}
	for _, a := range p.Asked {
		asked[a] = true
	}
	add("told", false, own.phrases(p.Told)...)
	for _, l := range p.Position {
		if len(l.Rows) > 0 {
			out = append(out, own.listing(l))
		}
	}
	add("rules", asked["rules"], own.phrases(p.Rules)...)
	fixtures := own.fixtures(p.Fixtures, zone)
	if i := slices.IndexFunc(p.Fixtures, func(f LeagueFixture) bool { return f.State == "bids" }); i >= 0 {
		fixtures = append(fixtures, block{Para: b.Say("league.bids-note", "League", p.ID, "Fixture", p.Fixtures[i].ID)}, block{Para: b.Say("request.lines", "Mailbox", b.r.Mailbox)})
	}
	add("fixtures", asked["fixtures"], fixtures...)
	add("results", asked["results"], own.results(p.Results)...)
	var tables []block
	for _, t := range p.Tables {
		tables = append(tables, own.standings(t)...)
	}
	add("table", asked["table"], tables...)
	places := "ladder"
	if asked["may"] {
		places = "may"
	}
	add(places, asked[places], own.ladder(p.Places)...)
	add("why", false, own.phrases(p.Why)...)
	add("ratings", asked["ratings"], own.ratings(p.Ratings, p.Biases, p.Uncertain)...)
	return out
}

// phrases is a list of phrases.
func (b *builder) phrases(list []adjudicator.Phrase) []block {
	var items []item
	for _, p := range list {
		items = append(items, item{Text: b.Phrase(p)})
	}
	if items == nil {
		return nil
	}
	return []block{{Items: items}}
}

func (b *builder) sideOf(id string) string {
	if id == "" {
		return ""
	}
	return b.Term(adjudicator.Term{Kind: "side", ID: id})
}

// fixtures is the list of games that are to be played.
func (b *builder) fixtures(list []LeagueFixture, zone *time.Location) []block {
	var rows [][]any
	for _, f := range list {
		until := ""
		if !f.Until.IsZero() {
			until = b.WhenIn(f.Until, zone)
		}
		state := b.Say("league.state."+f.State, "Game", f.Game, "Until", until)
		rows = append(rows, []any{roundOf(f.Round), f.ID, b.sideOf(f.Side), f.Opponent, state})
	}
	if rows == nil {
		return nil
	}
	heads := []string{b.Say("league.column.round"), b.Say("league.column.fixture"), b.Say("league.column.side"), b.Say("league.column.opponent"), b.Say("league.column.state")}
	return []block{{Table: b.inRounds(heads, rows)}}
}

// inRounds is a table whose first column has the rounds, which a ladder has none of.
func (b *builder) inRounds(heads []string, rows [][]any) *table {
	if rows[0][0] == "" {
		heads = heads[1:]
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	return b.newTable(heads, rows).withoutEmpty()
}

// results is the list of results.
func (b *builder) results(list []LeagueResult) []block {
	var rows [][]any
	for _, r := range list {
		said := b.Result(r.Outcome, [2]string{r.First, r.Second})
		rows = append(rows, []any{roundOf(r.Round), r.ID, b.Say("league.pair", "First", r.First, "Second", r.Second), said, b.Decimal(r.Points)})
	}
	if rows == nil {
		return nil
	}
	heads := []string{b.Say("league.column.round"), b.Say("league.column.game"), b.Say("league.column.players"), b.Say("league.column.result"), b.Say("league.column.points")}
	return []block{{Table: b.inRounds(heads, rows)}}
}

// roundOf is the number of a round in a table; nothing on a ladder, which has none.
func roundOf(n int) any {
	if n == 0 {
		return ""
	}
	return n
}

// inDecimals finds the decimal mark of a number.
var inDecimals = pattern.New(`(\d)\.(\d)`)

// Decimal writes the decimal numbers of a text as the language does: 17.5, or 17,5.
func (p *Printer) Decimal(text string) string {
	return inDecimals.ReplaceAllString(text, "${1}"+p.Say("league.decimal")+"${2}")
}

// standings is the table of a division, and what its figures are made of.
func (b *builder) standings(t LeagueTable) []block {
	heads := []string{b.Say("league.column.rank"), b.Say("league.column.player"), b.Say("league.column.played"), b.Say("league.column.score")}
	for _, br := range t.Breaks {
		heads = append(heads, b.Say("league.break."+br))
	}
	var rows [][]any
	var terms []item
	for _, r := range t.Rows {
		rank := any(r.Rank)
		if r.Rank == 0 {
			rank = "–"
		}
		played := any(r.Played)
		if r.Pending+r.ForfeitWon+r.ForfeitLost+r.Byes > 0 {
			played = b.Say("outcome.row", "Played", r.Played, "Pending", r.Pending, "Won", r.ForfeitWon, "Lost", r.ForfeitLost, "Byes", r.Byes)
		}
		row := []any{rank, r.Name, played, b.Decimal(r.Score)}
		for _, v := range r.Values {
			row = append(row, b.Decimal(v))
		}
		rows = append(rows, row)
		if made := b.made(t.Breaks, r); made != "" {
			terms = append(terms, item{Text: b.Say("league.terms", "Player", r.Name, "Terms", made)})
		}
	}
	blocks := []block{{Table: b.newTable(heads, rows).withoutEmpty()}}
	if t.Division != "" {
		blocks = append([]block{{Head: clean(t.Division)}}, blocks...)
	}
	if terms != nil {
		blocks = append(blocks, block{Items: terms})
	}
	return blocks
}

// made is what the figures of a row are made of, as far as they have more than one term.
func (b *builder) made(breaks []string, r LeagueRow) string {
	all := ""
	add := func(terms string) {
		if all == "" {
			all = terms
		} else {
			all = b.Say("league.terms.and", "One", all, "Other", terms)
		}
	}
	if r.Terms != "" && r.Terms != r.Score {
		add(b.Decimal(r.Terms))
	}
	for i, terms := range r.Made {
		if terms != "" && terms != r.Values[i] {
			add(b.Say("league.terms.break", "Break", b.Say("league.break."+breaks[i]), "Terms", b.Decimal(terms)))
		}
	}
	return all
}

// ladder lays out its places.
func (b *builder) ladder(list []LadderPlace) []block {
	var rows [][]any
	for _, p := range list {
		name, rank := p.Name, any("–")
		if p.Reader {
			name = b.Say("league.ladder.you", "Player", p.Name)
		}
		if p.Rank > 0 {
			rank = p.Rank
		}
		rows = append(rows, []any{p.Place, name, p.Games, rank})
	}
	if rows == nil {
		return nil
	}
	heads := []string{b.Say("league.column.place"), b.Say("league.column.player"), b.Say("league.column.played"), b.Say("league.column.ranked")}
	return []block{{Table: b.newTable(heads, rows)}}
}

// ratings is a list of ratings.
func (b *builder) ratings(list []LeagueRating, biases []adjudicator.Phrase, uncertain int) []block {
	var rows [][]any
	for _, r := range list {
		said := fmt.Sprint(r.Rating)
		if r.Uncertain {
			said += "?"
		}
		rows = append(rows, []any{r.Place, r.Name, said, r.Deviation, r.Games})
	}
	if rows == nil {
		return nil
	}
	heads := []string{b.Say("league.column.rank"), b.Say("league.column.player"), b.Say("league.column.rating"), b.Say("league.column.deviation"), b.Say("league.column.played")}
	return append([]block{{Table: b.newTable(heads, rows)}, {Para: b.Say("league.ratings-note", "Uncertain", uncertain)}}, b.phrases(biases)...)
}

// LeagueText is what a newsletter can print of a league, as plain text. It returns an error
// only if a layout fails.
func LeagueText(lang string, p LeaguePart, lead string) (string, error) {
	b := builder{Printer: For(lang, p.Ruleset), r: Report{Kind: LeagueMail, Lang: lang}}
	d := document{Lang: b.lang, Title: p.Name, Sections: b.league(p, nil)}
	if lead != "" {
		d.Lead = []string{lead}
	}
	var text bytes.Buffer
	if err := textLayout().Execute(&text, d); err != nil {
		return "", fmt.Errorf("laying out the report of a league: %w", err)
	}
	return text.String(), nil
}
