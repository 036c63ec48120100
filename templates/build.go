package templates

import (
	"crypto/sha256"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"keryx/adjudicator"
)

// builder puts a report into words.
type builder struct {
	*Printer
	r     Report
	proof Proof
	files letterFiles
}

// build makes the document of a report.
func (b *builder) build() document {
	d := document{Lang: b.lang, Title: b.title(), Subtitle: b.subtitle(), Lead: b.lead(), Facts: b.facts()}
	if b.r.Kind.ContentFree() {
		if len(b.r.Seats) > 0 {
			d.Sections = append(d.Sections, b.seatList(b.r.Seats, b.r.Zone))
		}
		if help := b.help(); len(help.Blocks) > 0 {
			d.Sections = append(d.Sections, help)
		}
		d.Footer = b.Say("report.footer-bare")
		return d
	}
	add := func(sections ...section) {
		for _, s := range sections {
			if len(s.Blocks) > 0 {
				d.Sections = append(d.Sections, s)
			}
		}
	}
	add(b.faults(), b.stopped(), b.unsaid(), b.aside(), b.left(), b.claim(b.r.Claim, b.r.Zone), b.claim(b.r.Appeal, b.r.Zone), b.result(), b.answered(), b.rulings(), b.story(), b.press())
	if b.r.Kind == Welcome {
		add(b.noKey()) // without a key nothing below it can be answered
	}
	add(b.asked(), b.others(), b.waiting(), b.file(), b.manual(), b.standing())
	add(b.picture())
	add(b.tables()...)
	add(b.legend(), b.settings())
	if b.r.Kind == Welcome {
		add(b.help())
	}
	add(b.places()) // the longest, and looked up rather than read
	add(b.fairness())
	if b.r.Mailbox != "" {
		key := "report.footer"
		if b.r.Kind == Watched {
			key = "report.footer-watched"
		}
		d.Footer = b.Say(key, "Game", b.r.Game, "Mailbox", b.r.Mailbox)
	}
	return d
}

// game is the name of the game that is played.
func (b *builder) game() string {
	if key := b.named("name"); b.Has(key) {
		return b.Say(key)
	}
	return capitalise(clean(b.r.Ruleset))
}

// sideName is the name of a seat.
func (b *builder) sideName(side adjudicator.Side) string {
	if side < 0 || int(side) >= len(b.r.Sides) || b.r.Sides[side] == "" {
		return ""
	}
	id := b.r.Sides[side]
	if name := b.Term(adjudicator.Term{Kind: "side", ID: id}); name != id {
		return name
	}
	return capitalise(clean(id))
}

// played is the name of a side within a sentence, which has an article where a text "side-said" of the ruleset
// gives it one: who plays the Persians does not play Persians.
func (b *builder) played(side adjudicator.Side) string {
	if side >= 0 && int(side) < len(b.r.Sides) {
		if key := b.named("side-said." + b.r.Sides[side]); b.ruleset != "" && b.Has(key) {
			return b.Say(key)
		}
	}
	return b.sideName(side)
}

// args are what the texts of openings and subjects may use.
func (b *builder) args() []any {
	return []any{"Game", b.r.Game, "Name", b.game(), "Turn", b.turn(), "Side", b.sideName(b.r.Side), "Played", b.played(b.r.Side),
		"Player", b.r.Player, "Opponent", b.r.Opponent, "Code", b.r.Code, "Mailbox", b.r.Mailbox, "Until", b.pauseEnd(b.r.Pause, b.r.Zone)}
}

// turn is the name of the turn in play, or else of the last one told.
func (b *builder) turn() string {
	if b.r.View.Turn.IsZero() && len(b.r.Story) > 0 {
		return b.Phrase(b.r.Story[len(b.r.Story)-1].Turn)
	}
	return b.Phrase(b.r.View.Turn)
}

// maxSubject is the most characters of a subject.
const maxSubject = 120

func (b *builder) subject() string {
	args := b.args()
	what := b.stopSubject()
	if what == "" {
		winner := ""
		if res := b.r.View.Result; res != nil {
			winner = b.played(res.Winner)
		}
		what = b.Say(b.subjectKey(), append(args, "By", b.by(), "Winner", winner)...)
	}
	key := "report.subject-bare"
	switch {
	case b.r.Kind.ContentFree() && b.r.About == "":
		return what
	case b.r.Kind.ContentFree():
		args = append(args, "Game", b.r.About)
	case b.turn() != "":
		key = "report.subject"
	}
	s := strings.Join(strings.Fields(b.Say(key, append(args, "What", what)...)), " ")
	if runes := []rune(s); len(runes) > maxSubject {
		s = string(runes[:maxSubject-1]) + "…"
	}
	return s
}

// subjectKey is the text for the subject: one that names the day by which orders are
// needed, where they are.
func (b *builder) subjectKey() string {
	key := "report.subject." + string(b.r.Kind)
	if res := b.r.View.Result; b.tellsEnd() && res != nil {
		if res.Winner < 0 {
			return "report.subject.result.drawn"
		}
		return "report.subject.result.won"
	}
	switch {
	case b.allWait():
		return key + ".waiting"
	case b.noneDone():
		return key + ".none"
	case b.r.Kind == Asked && b.r.Question == nil:
		return key + ".idle" // who has missed a deadline is told, though nothing is asked of him
	}
	if b.r.Question == nil || b.r.Deadline.IsZero() {
		return key
	}
	by := ".by"
	if b.overdue() {
		by = ".late"
	}
	if b.Has(key + by) {
		return key + by
	}
	return key
}

// by is the day of the deadline in a few letters: "Wed 25".
func (b *builder) by() string {
	if b.r.Deadline.IsZero() {
		return ""
	}
	return b.ShortDay(b.r.Deadline, b.r.Zone)
}

// overdue reports whether the deadline has passed.
func (b *builder) overdue() bool {
	return !b.r.Deadline.IsZero() && !b.r.Now.IsZero() && !b.r.Now.Before(b.r.Deadline)
}

// own is the ruleset's own text for a key, if it has one: "RULESET.report.turn-of".
func (b *builder) own(key string) string {
	if own := b.named(key); b.ruleset != "" && b.Has(own) {
		return own
	}
	return key
}

func (b *builder) title() string {
	if b.r.Kind.ContentFree() {
		return b.Say(b.subjectKey(), b.args()...)
	}
	if b.r.Ruleset == "" {
		return b.subject()
	}
	if turn := b.turn(); turn != "" {
		return b.game() + " · " + turn
	}
	return b.game()
}

func (b *builder) subtitle() string {
	if b.r.Kind.ContentFree() {
		return ""
	}
	parts := []string{clean(b.r.Game)}
	if v := &b.r.View; v.Number > 0 && v.Last > 0 {
		parts = append(parts, b.Say(b.own("report.turn-of"), "Number", v.Number, "Last", v.Last))
	}
	if b.r.Scenario != "" {
		parts = append(parts, b.Term(adjudicator.Term{Kind: "scenario", ID: b.r.Scenario}))
	}
	if side := b.sideName(b.r.Side); side != "" {
		parts = append(parts, side)
	}
	if b.r.Player != "" {
		parts = append(parts, clean(b.r.Player))
	}
	return strings.Join(parts, " · ")
}

func (b *builder) facts() []fact {
	if b.r.Kind.ContentFree() {
		return nil
	}
	var facts []fact
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, fact{b.Say("report.fact." + key), value})
		}
	}
	if b.r.Question != nil {
		add("asked", b.Phrase(b.r.Question.Prompt))
	} else if b.idle() {
		add("asked", b.Say("report.fact.nothing"))
	}
	if !b.r.Deadline.IsZero() {
		add("deadline", b.deadline())
	}
	if b.idle() {
		add("waits", b.waitsFor())
	}
	add("opponent", clean(b.r.Opponent))
	for side, name := range b.r.Players {
		if name != "" {
			facts = append(facts, fact{b.sideName(adjudicator.Side(side)), clean(name)})
		}
	}
	if len(b.r.Observers) > 0 {
		add("observers", b.join(b.r.Observers, "kit.and"))
	}
	add("code", clean(b.r.Code))
	return facts
}

// waitsFor says for whom the game waits if nothing is asked of the reader.
func (b *builder) waitsFor() string {
	if !b.r.OtherAsked || b.r.Side < 0 {
		return ""
	}
	who := b.sideName(b.r.Side.Other())
	if b.r.Opponent != "" {
		who = b.Say("report.waits-player", "Player", clean(b.r.Opponent), "Side", who)
	}
	if b.r.OtherDeadline.IsZero() {
		return who
	}
	return b.Say("report.waits-until", "Who", who, "Deadline", b.WhenIn(b.r.OtherDeadline, b.r.Zone))
}

// idle reports whether the reader is to be told that nothing is asked of him.
func (b *builder) idle() bool {
	return b.r.Question == nil && b.r.Kind != Closed && b.r.Kind != Watched && b.r.View.Result == nil && !b.r.View.Turn.IsZero()
}

// head begins a section with one of the catalogue's headings.
func (b *builder) head(id string, blocks ...block) section {
	return section{ID: id, Title: b.Say("report.head." + id), Blocks: blocks}
}

// noKey tells a player who has none how he gets a key and registers it.
func (b *builder) noKey() section {
	if !b.r.NoKey {
		return section{}
	}
	address := clean(b.r.Address)
	s := b.head("no-key", block{Para: b.Say("report.no-key.1")})
	s.Blocks = append(s.Blocks, b.signPage(address)...)
	s.Blocks = append(s.Blocks, block{Para: b.Say("report.no-key.own")}, block{Para: b.Say("report.no-key.2", "Mailbox", clean(b.r.Mailbox))},
		block{Pre: b.Say("report.no-key.text", "Address", address)}, block{Para: b.Say("report.no-key.3")})
	return s
}

// signPage tells of the page that signs in a browser: where it is, what fills its fields,
// and by which digest it can be told from another.
func (b *builder) signPage(address string) []block {
	page := b.r.SignPage
	if len(page.Data) == 0 {
		return nil
	}
	blocks := []block{{Para: b.Say("report.no-key.page", "File", signPageFile)}}
	if page.Address != "" {
		fields := url.Values{"at": {b.r.Mailbox}, "from": {address}, "lang": {b.lang}}
		blocks = append(blocks, block{Para: b.Say("report.no-key.link")}, block{Pre: page.Address + "#" + fields.Encode()})
	}
	return append(blocks, block{Para: b.Say("report.no-key.digest", "File", signPageFile)}, block{Pre: fmt.Sprintf("%x", sha256.Sum256(page.Data))})
}

// help says how orders are signed, to a new player or to somebody unknown.
func (b *builder) help() section {
	s := b.head("sign")
	switch b.r.Kind {
	case Foreign, TooLarge: // it was signed well, or never looked at
		return section{}
	case Unsigned: // the refusal has said that orders are signed, and how in the program that it came from
		s.Blocks = []block{{Para: b.Say("report.sign.2")}, {Para: b.Say("report.sign.3")}}
	case BadSignature:
		s.Blocks = []block{{Para: b.Say("report.sign.3")}}
	default:
		s.Blocks = []block{{Para: b.Say("report.sign.1")}, {Para: b.Say("report.sign.2")}}
	}
	if b.r.ServerKey.Fingerprint != "" {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.sign.server", "Fingerprint", b.r.ServerKey.Fingerprint, "File", serverKeyFile)})
	}
	return s
}

// manual names the help on the orders of the game to a new player.
func (b *builder) manual() section {
	if b.r.Kind != Welcome || b.ruleset == "" || !b.Has(b.ruleset+".help") {
		return section{}
	}
	s := b.head("help", block{Para: b.Say("report.help", "Mailbox", clean(b.r.Mailbox), "Topic", b.ruleset, "Stratagems", b.Has(b.ruleset+".help.stratagems"))})
	if b.r.Guide.Key != "" {
		s.Blocks = append([]block{{Para: b.Say("report.guide", "File", b.Say("report.guide.file"))}}, s.Blocks...)
	}
	return s
}

func (b *builder) picture() section {
	m := b.r.Map
	if len(m.PNG)+len(b.r.CloseUp.PNG)+len(b.r.Sketch) == 0 {
		return section{}
	}
	s := b.head("map")
	sketch := func(text string) {
		if len(m.PNG) == 0 {
			s.Blocks = append(s.Blocks, block{Plan: text})
		} else {
			s.Blocks = append(s.Blocks, block{Sketch: text})
		}
	}
	for i, part := range b.r.Sketch {
		if i > 0 {
			key := "report.sketch-part"
			if own := fmt.Sprint(key, "-", i+1); b.Has(own) { // what a game calls its second drawing
				key = own
			}
			sketch(hang("", "", b.Say(key, "Framed", i >= max(1, b.r.Boards))))
		}
		sketch(part)
	}
	if len(b.r.Sketch) > 0 {
		key := "report.sketch-short"
		if b.r.Kind == Welcome {
			key = "report.sketch"
		}
		sketch(hang("", "", b.Say(key, "First", b.sideName(0), "Second", b.sideName(1),
			"Towns", b.sketched("#"), "Bases", b.sketched("@"), "Hills", b.sketched("^"),
			"Battle", b.Term(adjudicator.Term{Kind: "map", ID: "battle"}), "Sieges", b.sketched("&"), "Siege", b.Term(adjudicator.Term{Kind: "map", ID: "siege"}))))
	}
	if c := b.r.CloseUp; len(c.PNG) > 0 {
		s.Blocks = append(s.Blocks, b.shown(c, closeUpCID, b.Say("report.close-up-alt"), b.Phrase(c.Shows), b.files.CloseUp))
	}
	if len(m.PNG) > 0 {
		s.Blocks = append(s.Blocks, b.shown(m, mapCID, b.Say("report.map-alt"), b.mapCaption(), b.files.Map))
	}
	return s
}

// mapCaption explains the map, in the first letter: it is the same in all others.
func (b *builder) mapCaption() string {
	if b.r.Kind != Welcome {
		return ""
	}
	return b.Say("report.map.shows", "Framed", !b.r.Whole)
}

// sketched reports whether a sign stands in the map in letters.
func (b *builder) sketched(sign string) bool {
	return slices.ContainsFunc(b.r.Sketch, func(part string) bool { return strings.Contains(part, sign) })
}

// places lists what lies next to what, for a new player.
func (b *builder) places() section {
	if len(b.r.Places) == 0 {
		return section{}
	}
	rows := make([][]any, len(b.r.Places))
	for i, p := range b.r.Places {
		near := p.Near
		if near == "" { // no step leads there, and a gap would seem to be forgotten
			near = b.Say(b.own("report.nowhere"))
		}
		rows[i] = []any{p.Name, near}
	}
	return b.head("places", block{Table: b.newTable([]string{b.Say("report.place"), b.Say("report.near")}, rows)},
		block{Para: b.Say(b.own("report.ways"))}) // what a step costs
}

// shown is a picture inside the letter.
func (b *builder) shown(m Picture, cid, alt, caption, file string) block {
	return block{Picture: &picture{URL: template.URL("cid:" + cid), Alt: alt, Width: m.Width, Height: m.Height,
		Caption: caption, Note: b.Say("report.attached", "Shows", caption, "File", file)}}
}

// items makes a plain list of phrases; nil if there are none.
func (b *builder) items(phrases []adjudicator.Phrase) []item {
	var all []item
	for _, ph := range phrases {
		if text := b.Phrase(ph); text != "" {
			all = append(all, item{Text: text})
		}
	}
	return all
}

func shorten(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
