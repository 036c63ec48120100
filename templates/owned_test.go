package templates

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/orders"
)

// texted is a game with texts of its own making.
type texted struct {
	adjudicator.Ruleset
	name  string
	texts []adjudicator.Texts
}

func (t texted) Info() adjudicator.Info { return adjudicator.Info{Name: t.name} }

func (t texted) Texts() []adjudicator.Texts { return t.texts }

// game is one of that name, with the texts of some owners: OWNER/LANG, file.
func game(name string, files ...string) texted {
	g := texted{name: name}
	for i := 0; i < len(files); i += 2 {
		owner, lang, _ := strings.Cut(files[i], "/")
		at := slices.IndexFunc(g.texts, func(t adjudicator.Texts) bool { return t.Owner == owner })
		if at < 0 {
			at = len(g.texts)
			g.texts = append(g.texts, adjudicator.Texts{Owner: owner, Files: fstest.MapFS{}})
		}
		g.texts[at].Files.(fstest.MapFS)["texts/"+lang+".toml"] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return g
}

// river, delta and their family say the same things in ways of their own.
func someGames() []adjudicator.Ruleset {
	const english = "yes = 'aye'\n[event]\nflood = 'The water rises.'\nebb = 'The water falls.'\n[zone]\nA = 'the bank'\n" +
		"[diagnostic]\ntoo-wet = 'It is too wet.'\n'too-wet.mend' = 'Wait.'\nunknown-verb = 'No boatman knows {{.Word}}.'\n"
	const french = "yes = 'oui-da'\n[event]\nebb = 'L’eau baisse.'\n"
	return []adjudicator.Ruleset{
		game("river", "river/en", "[event]\nflood = 'The river rises.'\nbridge = 'The bridge is gone.'\n[diagnostic]\nno-ferry = 'The ferry is gone.'\n",
			"river/fr", "[event]\nflood = 'Le fleuve monte.'\n", "water/en", english, "water/fr", french),
		game("delta", "delta/en", "[diagnostic]\nno-ferry = 'No ferry comes here.'\n'no-ferry.mend' = 'Swim.'\n", "water/en", english, "water/fr", french),
	}
}

// TestTextsOfOwners: whoever of a ruleset, its families and the kit a key names, it is
// looked for among the texts of all of them, the ruleset's first, and in the reader's
// language before the fallback.
func TestTextsOfOwners(t *testing.T) {
	c, err := With(someGames()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ lang, ruleset, key, want string }{
		{"en", "river", "river.event.flood", "The river rises."},
		{"en", "river", "water.event.flood", "The river rises."}, // its own way to say it
		{"en", "delta", "water.event.flood", "The water rises."},
		{"en", "delta", "delta.event.flood", "The water rises."}, // as it was called before it went to the family
		{"fr", "delta", "delta.event.flood", "The water rises."}, // no French text anywhere
		{"fr", "river", "water.event.flood", "Le fleuve monte."},
		{"fr", "river", "river.event.ebb", "L’eau baisse."},
		{"en", "river", "kit.yes", "aye"},
		{"en", "river", "river.and", "and"},
		{"en", "river", "water.and", "and"},
		{"fr", "river", "kit.and", "et"},
		{"en", "", "river.event.flood", "The river rises."}, // in a letter about several games
		{"en", "", "delta.event.ebb", "The water falls."},
		{"en", "delta", "river.event.bridge", "The bridge is gone."},
		{"en", "delta", "delta.event.bridge", "‹delta.event.bridge›"}, // the other game's alone
		{"en", "river", "report.head.places", "Adjacent zones"},
	} {
		if got := c.For(tt.lang, tt.ruleset).Say(tt.key); got != tt.want {
			t.Errorf("%s of %s in %s: %q, want %q", tt.key, tt.ruleset, tt.lang, got, tt.want)
		}
	}
	if got := c.For("fr", "river").Term(zone("A")); got != "the bank" {
		t.Errorf("a zone that the family names: %q", got)
	}
}

// TestFaultsOfOwners: two games use one code with texts of their own, and a family's
// text goes before the kit's.
func TestFaultsOfOwners(t *testing.T) {
	c, err := With(someGames()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ ruleset, code, want string }{
		{"river", "no-ferry", "The ferry is gone."},
		{"delta", "no-ferry", "No ferry comes here. / Swim."},
		{"river", "too-wet", "It is too wet. / Wait."},
		{"river", "unknown-verb", "No boatman knows swim."},
		{"", "unknown-verb", "“swim” is not an order."},
	} {
		f := c.For("en", tt.ruleset).fault(&orders.Diagnostic{Code: tt.code, Args: []any{"Word", "swim", "Suggestions", orders.Guesses(nil)}})
		got := f.Head
		if f.Mend != "" && tt.code != "unknown-verb" {
			got += " / " + f.Mend
		}
		if got != tt.want {
			t.Errorf("%s of %q: %q, want %q", tt.code, tt.ruleset, got, tt.want)
		}
	}
}

// TestTextsThatCannotBeUsed: texts that a game brings are refused with the file and the
// key, and the other texts are there all the same.
func TestTextsThatCannotBeUsed(t *testing.T) {
	const good = "[event]\nflood = 'A'\n"
	for name, tt := range map[string]struct {
		game adjudicator.Ruleset
		says []string
	}{
		"a key twice":          {game("river", "river/en", good+"[again]\n'x.y' = 'B'\n[again.x]\ny = 'C'\n"), []string{"the texts of river, texts/en.toml", `the key "again.x.y"`, "twice"}},
		"a table twice":        {game("river", "river/en", good+good), []string{"the texts of river, texts/en.toml", "event"}},
		"no TOML":              {game("river", "river/en", good, "river/fr", "[event\n"), []string{"the texts of river, texts/fr.toml", "toml: line"}},
		"no text":              {game("river", "river/en", "[event]\nflood = 7\n"), []string{"texts/en.toml", `the key "event.flood"`, "neither a text nor a list"}},
		"no language":          {game("river", "river/en", good, "river/klingon-of-old", good), []string{"klingon-of-old", "not a language"}},
		"not in the fallback":  {game("river", "river/fr", good), []string{"the texts of river, texts/en.toml", "missing"}},
		"no files":             {texted{nil, "river", []adjudicator.Texts{{Owner: "river", Files: fstest.MapFS{}}}}, []string{"the texts of river", "no file"}},
		"a name of the kit's":  {game("report", "report/en", good), []string{"the texts of report", "begin with that name"}},
		"another's family":     {game("river", "river/en", good, "water/en", good), []string{"the texts of water", "delta brings other texts"}},
		"a key within another": {game("river", "river/en", "event = 'A'\n"+good), []string{"texts/en.toml", "event"}},
	} {
		c, err := With(someGames()[1], tt.game)
		if !errors.Is(err, ErrCatalog) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, says := range tt.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: the error does not say %q: %v", name, says, err)
			}
		}
		if got := c.For("en", "delta").Say("delta.event.ebb"); got != "The water falls." {
			t.Errorf("%s: the other game says %q", name, got)
		}
	}
}
