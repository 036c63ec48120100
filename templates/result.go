package templates

import "keryx/adjudicator"

// result says how the game ended, and why, and how what was secret can be seen now.
func (b *builder) result() section {
	res := b.r.View.Result
	if res == nil {
		return section{}
	}
	s := b.head("result", block{Strong: b.outcome()})
	if text := b.tally(b.r.Tally); text != "" {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.tally-game", "Text", text)})
	}
	if items := b.items(res.Why); items != nil {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	if b.r.Kind == GameOver && len(b.proof.Opening) > 0 {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.opened", "Mailbox", b.r.Mailbox, "Game", b.r.Game)})
	}
	if b.r.Kind == GameOver && len(b.r.Looks) > 0 {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.looks", "Count", len(b.r.Looks))}, block{Items: b.looks()})
	}
	return s
}

// looks lists when somebody looked by hand at what was secret, and at what.
func (b *builder) looks() (all []item) {
	for _, look := range b.r.Looks {
		all = append(all, item{Text: b.Say("report.look", "At", b.WhenIn(look.At, b.r.Zone), "What", b.Say("read.what."+look.What))})
	}
	return all
}

// outcome says who has won, and by how much; empty while the game goes on.
func (b *builder) outcome() string {
	res := b.r.View.Result
	if res == nil {
		return ""
	}
	if b.r.Cut {
		if w := res.Winner; w >= 0 {
			return b.Say("report.winner-cut", "Side", b.winner(w), "Level", b.Term(adjudicator.Term{Kind: "level", ID: res.Level}))
		}
		return b.Say("report.draw-cut")
	}
	if res.Ruled {
		if res.Winner < 0 {
			return b.Say("report.draw-ruled")
		}
		return b.Say("report.winner-ruled", "Side", b.winner(res.Winner), "Level", b.Term(adjudicator.Term{Kind: "level", ID: res.Level}))
	}
	lead := max(res.Points[0], res.Points[1]) - min(res.Points[0], res.Points[1])
	text := b.Say(b.own("report.draw"), "Mine", res.Points[0], "Theirs", res.Points[1], "Lead", lead)
	if w := res.Winner; w >= 0 {
		key := "report.winner"
		if own := b.named(key + "-" + res.Level); b.ruleset != "" && b.Has(own) {
			key = own // says what that takes
		}
		text = b.Say(key, "Lead", lead, "Side", b.winner(w), "Level", b.Term(adjudicator.Term{Kind: "level", ID: res.Level}),
			"Mine", res.Points[w], "Theirs", res.Points[w.Other()])
	}
	return text
}

// winner names the winning side, with its player where the letter knows him.
func (b *builder) winner(w adjudicator.Side) string {
	name := b.r.Player
	if w != b.r.Side {
		name = b.r.Opponent
	}
	if name == "" || b.r.Side < 0 {
		return b.sideName(w)
	}
	return b.Say("report.waits-player", "Player", clean(name), "Side", b.sideName(w))
}
