package chart

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/templates"
)

// miniatureGame is a game of blocks on the miniature map, as far as letters know it.
type miniatureGame struct {
	adjudicator.Ruleset
	texts adjudicator.Texts
}

func (g miniatureGame) Info() adjudicator.Info { return adjudicator.Info{Name: "miniature"} }

func (g miniatureGame) Texts() []adjudicator.Texts { return []adjudicator.Texts{g.texts} }

// miniatureTexts are the words of the game, without its zones.
var miniatureTexts = map[string]string{
	"en": "name = 'The Miniature'\nturn = 'Summer -431'\ngoal = 'Whoever holds eight more cities than the enemy wins.'\n" +
		"[side]\nathens = 'Athens'\nsparta = 'Sparta'\n[table]\nown = 'Your blocks'\nenemy = 'The enemy, as far as you know'\n" +
		"[column]\nzone = 'Zone'\nblocks = 'Blocks'\n[balance]\ncities = 'Cities'\n[cell]\nblock = '{{.Block}} {{.Arm}} ({{.Steps}})'\n[arm]\nhoplites = 'hoplites'\nfleet = 'fleet'\n" +
		"[event]\nmoved = '{{.Side}} moves {{.Blocks}} to {{.Zone}}.'\n[ask]\nmove = 'Which blocks do you move?'\n",
	"fr": "name = 'La Miniature'\nturn = 'Été -431'\ngoal = 'Qui tient huit cités de plus que l’ennemi a gagné.'\n" +
		"[side]\nathens = 'Athènes'\nsparta = 'Sparte'\n[table]\nown = 'Vos blocs'\nenemy = 'L’ennemi, autant que vous le savez'\n" +
		"[column]\nzone = 'Zone'\nblocks = 'Blocs'\n[balance]\ncities = 'Cités'\n[cell]\nblock = '{{.Block}} {{.Arm}} ({{.Steps}})'\n[arm]\nhoplites = 'hoplites'\nfleet = 'flotte'\n" +
		"[event]\nmoved = '{{.Side}} déplace {{.Blocks}} vers {{.Zone}}.'\n[ask]\nmove = 'Quels blocs déplacez-vous ?'\n",
}

// miniatureCatalog are all texts with those of the game.
func miniatureCatalog(t *testing.T, th *Theatre) *templates.Catalog {
	t.Helper()
	files := fstest.MapFS{}
	for lang, text := range miniatureTexts {
		text += "[zone]\n"
		for z := range th.board.All().All() {
			text += fmt.Sprintf("%s = %q\n", th.board.Name(z), th.board.Place(z).Names.In(lang))
		}
		files["texts/"+lang+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := templates.With(miniatureGame{texts: adjudicator.Texts{Owner: "miniature", Files: files}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// miniatureReport is a letter of the game to Athens in the midst of a turn, or its first. Its tables
// have a row for each of the 120 blocks.
func miniatureReport(t *testing.T, th *Theatre, c *templates.Catalog, kind templates.Kind, lang string) templates.Report {
	t.Helper()
	say := adjudicator.Say
	v := hosts()
	v.Turn = say("miniature.turn")
	columns := []adjudicator.Phrase{say("miniature.column.zone"), say("miniature.column.blocks")}
	own := adjudicator.Listing{ID: "own", Title: say("miniature.table.own"), Columns: columns}
	enemy := adjudicator.Listing{ID: "enemy", Title: say("miniature.table.enemy"), Columns: columns}
	for _, z := range v.Zones {
		for _, s := range z.Stacks {
			for _, u := range s.Units {
				if u.Hidden {
					enemy.Rows = append(enemy.Rows, []any{z.Zone, u.Name})
					continue
				}
				own.Rows = append(own.Rows, []any{z.Zone, say("miniature.cell.block", "Block", u.Name, "Arm", adjudicator.Term{Kind: "arm", ID: u.Arm}, "Steps", u.Steps)})
			}
		}
	}
	v.Tables = []adjudicator.Listing{own, enemy}
	v.Balance = []adjudicator.BalanceRow{{Name: say("miniature.balance.cities"), Values: [2]int{24, 21}}}
	v.Goals = []adjudicator.Phrase{say("miniature.goal")}
	numbers := make([][]int, 60)
	for i := range numbers {
		for n := range 30 {
			numbers[i] = append(numbers[i], (i+2*n)%60)
		}
	}
	v.Data = map[string]any{"may": numbers}
	at := func(id string) adjudicator.Term { return adjudicator.Term{Kind: "zone", ID: id} }
	moved := func(side string, zone string, blocks ...string) adjudicator.Event {
		var names adjudicator.Terms
		for _, b := range blocks {
			names = append(names, adjudicator.Term{Kind: "block", ID: b})
		}
		return adjudicator.Event{Public: say("miniature.event.moved", "Side", adjudicator.Term{Kind: "side", ID: side}, "Blocks", names, "Zone", at(zone))}
	}
	names := c.For(lang, "miniature").Term
	width := 1216
	if kind != templates.Welcome {
		width = 912 // as in the letters of a long game
	}
	o := Options{Width: width, Title: c.For(lang, "miniature").Phrase(v.Turn), Names: names}
	p, err := th.Draw(v, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	r := templates.Report{Kind: kind, Lang: lang, Mailbox: "orders@keryx.example", Game: "min-1", Ruleset: "miniature", Sides: [2]string{"athens", "sparta"},
		Player: "Anna", Opponent: "Bénédicte", Code: "K7Q2-9XWM", View: v, Boards: th.Boards(), Whole: !th.Framed(),
		Map: templates.Picture{PNG: p.PNG, Width: p.Width / 2, Height: p.Height / 2}}
	if kind == templates.Welcome {
		for _, place := range th.Gazetteer(o) {
			r.Places = append(r.Places, templates.Place(place))
		}
		return r
	}
	r.Story = []templates.Chapter{{Number: 2, Turn: v.Turn, Events: []adjudicator.Event{
		moved("sparta", "plataea", "s40", "s41", "s42"), moved("athens", "potidaea", "27", "28", "29", "30", "31", "32")}}}
	return r
}

// TestMiniatureLetter keeps a letter of a game of 120 blocks, and its first: they tell the blocks by
// zone, each zone once, and are as small as letters of a long game have to be.
func TestMiniatureLetter(t *testing.T) {
	th, err := miniature()
	if err != nil {
		t.Fatal(err)
	}
	c := miniatureCatalog(t, th)
	for _, tt := range []struct {
		file, lang string
		kind       templates.Kind
		most       int // bytes, as it goes over the wire
	}{{"letter.txt", "en", templates.TurnDone, 150_000}, {"first.txt", "fr", templates.Welcome, 200_000}} {
		l, err := c.Render(miniatureReport(t, th, c, tt.kind, tt.lang))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "miniature", tt.file)
		if *update {
			if err := os.WriteFile(path, []byte(l.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != l.Text {
			t.Errorf("%s is another letter: read it, and run the test with -update", tt.file)
		}
		size := 5 * (len(l.Text) + len(l.HTML)) / 4
		for _, f := range l.Attachments {
			size += 11 * len(f.Data) / 8
			t.Logf("%s: %s has %d bytes", tt.file, f.Name, len(f.Data))
		}
		t.Logf("%s: text %d, HTML %d, about %d bytes", tt.file, len(l.Text), len(l.HTML), size)
		if size > tt.most {
			t.Errorf("%s has about %d bytes, want %d at most", tt.file, size, tt.most)
		}
		blocks, _, _ := strings.Cut(l.Text, "BALANCE")
		blocks = blocks[strings.Index(blocks, "MAP")+1:]
		if n := strings.Count(blocks, "\n  Ath"); tt.lang == "en" && n != 1 {
			t.Errorf("Athens heads %d rows of:\n%s", n, blocks)
		}
	}
}
