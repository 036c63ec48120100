package ruletest_test

import (
	"fmt"
	"io/fs"
	"slices"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// textBreaks break what is promised of texts and of the help.
var textBreaks = []broken{
	{"an event without a text", "texts", `"ford.event.shot", which has no text in en`, reworded("event.shot", "", "en", "fr")},
	{"a question without a text in one language", "texts", "no text in fr", reworded("ask.loot", "", "fr")},
	{"a text that uses what is not there", "texts", "uses what it does not give", reworded("event.looted", "{{.Gold}}", "fr")},
	{"a brief text that uses what is not there", "texts", `"ford.event.looted.brief", whose text (en)`, reworded("event.looted.brief", "{{.Gold}}", "en", "fr")},
	{"a fault without a text", "texts", `"diagnostic.no-chit" has no text in en`, reworded("diagnostic.no-chit", "", "en", "fr")},
	{"a fault without a way out", "texts", `"diagnostic.no-chit.mend" has no text in fr`, reworded("diagnostic.no-chit.mend", "", "fr")},
	{"a fault that lacks an argument", "texts", "uses Most, which is not supplied", reworded("diagnostic.too-many.mend", "{{.Most}}", "en")},
	{"a word left out that is not told as words are", "texts", `"diagnostic.keyword-expected", whose text (en) cannot show`, changed(ruled{refuse: func(s *orders.Statement, d *orders.Diagnostic) {
		if d.Code == orders.CodeNumberExpected {
			*d = *orders.UnreadableAt(s, d.Span, orders.CodeKeywordExpected, "Words", adjudicator.Keyword("march"), "Found", "")
		}
	}})},
	{"a text that nothing says", "texts", "nothing says the text", reworded("event.drowned", "Everybody drowned.", "en", "fr")},
	{"a text in one language only", "texts", "and none in fr", reworded("event.drowned", "Everybody drowned.", "en")},
	{"a text that stands twice", "texts", `the texts of ford, texts/en.toml: the key "event.shot": it is there twice`, func(*ruletest.Options) adjudicator.Ruleset {
		return saying(adjudicator.Texts{Owner: "ford", Files: textFiles(map[string]string{"en": "\"event.shot\" = \"A\"\n[event]\nshot = \"B\"\n"})})
	}},
	{"a text that is its family's again", "texts", `"ford.event.shot" says in every language what "river.event.shot" says`, func(*ruletest.Options) adjudicator.Ruleset {
		family := map[string]string{"en": "[event]\nshot = \"A shot.\"\n", "fr": "[event]\nshot = \"Un tir.\"\n"}
		return saying(ford.Texts, adjudicator.Texts{Owner: "river", Files: textFiles(family)})
	}},
	{"a family's text in one language only", "texts", `"river.event.fog" has a text in en, and none in fr`, func(*ruletest.Options) adjudicator.Ruleset {
		family := map[string]string{"en": "[event]\nfog = \"Fog.\"\n"}
		return saying(ford.Texts, adjudicator.Texts{Owner: "river", Files: textFiles(family)})
	}},
	{"a reading without its alternatives in one language", "texts", `"depth" lacks its text in fr`, reading("")},
	{"a reading whose French can break", "texts", `"depth" in French has " !"`, reading("", "Oui !")},
	{"a reading of an option that there is not", "texts", `"depth": Info has no option "tides"`, reading("tides", "Oui.")},
	{"words that nothing reads", "texts", `nothing reads the words "word.slowly" of ford`, worded("en", "word.slowly", "slowly")},
	{"words in one language only", "texts", `the words "word.march" have no list in fr`, worded("en", "word.march", "march")},
	{"a source that is nowhere", "texts", "Options.Source", with(func(o *ruletest.Options) { o.Source = nil })},

	{"an order that the help does not show", "help", `no example of the order "loot"`, reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n", "en", "fr")},
	{"an example that cannot be sent", "help", `shows "loot much", which cannot be sent`, reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n    loot much\n", "fr")},
	{"examples that differ", "help", "which is something else", reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n    loot 2\n", "fr")},
	{"standing orders that differ", "help", "which is something else", reworded("help.standing", "    reaction: hold\n", "fr")},
}

// reworded is the tiny game with another text for a key in some languages, or with none.
func reworded(key, text string, langs ...string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		texts, err := ford.Texts.Read()
		if err != nil {
			panic(err)
		}
		files := map[string]string{}
		for _, t := range texts {
			if t.Words != nil {
				files[t.Lang] += fmt.Sprintf("%q = [%s]\n", t.Key, quoted(t.Words))
			} else if t.Key != key || !slices.Contains(langs, t.Lang) {
				files[t.Lang] += fmt.Sprintf("%q = %q\n", t.Key, t.Forms["other"])
			}
		}
		for _, lang := range langs {
			if text != "" {
				files[lang] += fmt.Sprintf("%q = %q\n", key, text)
			}
		}
		return saying(adjudicator.Texts{Owner: "ford", Files: textFiles(files)})
	}
}

// quoted writes a list of words.
func quoted(words []string) (list string) {
	for _, w := range words {
		list += fmt.Sprintf("%q, ", w)
	}
	return list
}

// textFiles are files of texts by language.
func textFiles(files map[string]string) fs.FS {
	all := fstest.MapFS{}
	for lang, text := range files {
		all["texts/"+lang+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// worded is the tiny game with one more list of words in some language.
func worded(lang, key, word string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		texts := reworded("", "")(o).(*ford.Rules).Say[0]
		file := texts.Files.(fstest.MapFS)["texts/"+lang+".toml"]
		file.Data = append(file.Data, fmt.Sprintf("%q = [%q]\n", key, word)...)
		return saying(texts)
	}
}

// saying is the tiny game with texts that it brings.
func saying(texts ...adjudicator.Texts) adjudicator.Ruleset {
	rules := ford.New("ford", ford.None)
	rules.Say = texts
	return rules
}

// interpreted is the tiny game with readings of its rules.
type interpreted struct {
	*ford.Rules
	readings map[string][]adjudicator.Reading
}

// Readings implements [adjudicator.Interpreter].
func (i interpreted) Readings(lang string) []adjudicator.Reading { return i.readings[lang] }

// reading is the tiny game with one reading, told in French by that text.
func reading(option string, others ...string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		en := adjudicator.Reading{ID: "depth", Rule: "1", Option: option, ReadingText: adjudicator.ReadingText{Question: "Is it deep?", Default: "No.", Others: []string{"Yes."}}}
		fr := en
		fr.Question, fr.Default, fr.Others = "Est-ce profond\u00a0?", "Non.", others
		return interpreted{ford.New("ford", ford.None), map[string][]adjudicator.Reading{"en": {en}, "fr": {fr}}}
	}
}
