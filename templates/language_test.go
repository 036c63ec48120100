package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// rawTexts reads the texts of a language as they are written, plural forms apart, by
// key: those of the kit, and those of the games and their families.
func rawTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	kit, _ := filepath.Glob(lang + "/*.toml")
	games, _ := filepath.Glob("../adjudicator/*/texts/" + lang + ".toml")
	if len(kit) == 0 || len(games) == 0 {
		t.Fatal("no texts:", kit, games)
	}
	all := map[string]string{}
	for _, name := range append(kit, games...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := adjudicator.ReadTexts(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		owner := ""
		if slices.Contains(games, name) {
			owner = filepath.Base(filepath.Dir(filepath.Dir(name))) + "."
		}
		for _, text := range texts {
			for form, said := range text.Forms {
				all[strings.TrimSuffix(owner+text.Key+"/"+form, "/other")] = said
			}
		}
	}
	return all
}

var (
	action    = regexp.MustCompile(`\{\{.*?\}\}`)
	backticks = regexp.MustCompile("`[^`]*`")
	command   = regexp.MustCompile(`(gpg|ssh-keygen) --?[\w-]+( [a-z-][\w.-]*)*|(?m:^ {4}keryx .*$)|keryx (sign|verify|key|player|game)( [a-z-][\w.-]*)*`)
	codeLine  = regexp.MustCompile(`(?m)^ {4}.*$`)
	wordOf    = regexp.MustCompile(`[\p{L}][\p{L}'’-]*`)
)

// spoken is what of a text is said in its language: without what is to be typed into a
// shell, and, if bare, without the orders that stand apart in it.
func spoken(text string, bare bool) string {
	if bare {
		text = codeLine.ReplaceAllString(text, "")
	}
	return command.ReplaceAllString(backticks.ReplaceAllString(text, ""), "")
}

// alike are words of the order language of one language that both languages have.
var alike = []string{"on", "a", "all", "points", "initiative", "attrition", "hoplites", "archers", "combats", "phase", "port",
	"finis", "surprise", "table", "source", "accepte", "six", "tour", "note", "force", "place", "part", "court",
	"commander"} // what a French order does, and who leads an English army

// keywordsOf are the words of the order language, as a language writes them.
func keywordsIn(t *testing.T, lang string) []string {
	var all []string
	for key, text := range rawTexts(t, lang) {
		if strings.Contains(key, ".keyword.") {
			all = append(all, strings.Fields(text)...)
		}
	}
	for _, h := range []orders.Heading{"game", "side", "turn", "answers", "orders", "standing"} {
		all = append(all, h.In(For(lang, "").Language()))
	}
	if lang == "en" {
		return append(all, "when", "else", "again", "athens", "sparta")
	}
	return append(all, "quand", "sinon", "encore")
}

// foreign returns the words that are of the other language alone.
func foreignTo(t *testing.T, lang string) map[string]bool {
	other := map[string]string{"en": "fr", "fr": "en"}[lang]
	own, words := keywordsIn(t, lang), map[string]bool{}
	for _, w := range keywordsIn(t, other) {
		if !slices.Contains(own, w) && !slices.Contains(alike, w) && len(w) > 1 {
			words[w] = true
		}
	}
	return words
}

// TestEachLanguageSpeaksItself: no word of the order language of one language stands in
// a text of the other, in its examples as little as in its prose. Only what is said of
// both at once may.
func TestEachLanguageSpeaksItself(t *testing.T) {
	apart := []string{"hellespont.help", "weakened", "Done"} // Keryx/Done is a folder
	for _, lang := range []string{"en", "fr"} {
		foreign := foreignTo(t, lang)
		if len(foreign) < 40 {
			t.Fatalf("%s: only %d words to look for", lang, len(foreign))
		}
		for key, text := range rawTexts(t, lang) {
			for _, word := range wordOf.FindAllString(action.ReplaceAllString(spoken(text, false), " "), -1) {
				if foreign[strings.ToLower(word)] && word != strings.ToUpper(word) && !slices.Contains(apart, word) {
					t.Errorf("%s: %s says %q: %s", lang, key, word, text)
				}
			}
		}
	}
}

// TestTypography counts what a French reader sees at once: spaces that may break before
// a sign or a unit, straight apostrophes and quotes in prose, and in English the reverse.
func TestTypography(t *testing.T) {
	for lang, signs := range map[string]map[string]*regexp.Regexp{
		"fr": {
			"an ordinary space before a sign":     regexp.MustCompile(`[^\s:;«] [;!?»%]|[^\s:;] :(\s|$)`),
			"an ordinary space after «":           regexp.MustCompile(`« `),
			"no space before a sign":              regexp.MustCompile(`[\p{L})}][;!?»]|«[^\x{a0}]`),
			"English quotation marks":             regexp.MustCompile(`[“”]`),
			"a straight apostrophe":               regexp.MustCompile(`\p{L}'\p{L}`),
			"an ordinary space before a unit":     regexp.MustCompile(`(\}\}|\d) (PA|PF|PM|PV|d6)\b`),
			"a small letter lacking its accent":   regexp.MustCompile(`\b(Epi|Eleonte|Epidemie)`),
			"a capital month":                     regexp.MustCompile(`\p{L} (Janvier|Mars|Avril|Juin|Juillet|Septembre|Octobre|Novembre)\b`),
			"a word that language.md replaces":    regexp.MustCompile(`\b(courriers?|[ôo]tez|derrière|esquiv\w+|échelons?|user? de l’Avantage|approvisionnement|permanents)\b`),
			"three dots in place of an ellipsis ": regexp.MustCompile(`\.\.\.\.`),
		},
		"en": {
			"a space before a sign":            regexp.MustCompile(`[\p{L})}\d] [:;%?!](\s|$)`),
			"French quotation marks":           regexp.MustCompile(`[«»]`),
			"a word that language.md replaces": regexp.MustCompile(`\b(an? mail|[Yy]our mail|mail programs?|wiped out|next door|in want|mails)\b`),
		},
	} {
		for key, text := range rawTexts(t, lang) {
			if strings.Contains(key, ".keyword.") || strings.Contains(key, ".example.") {
				continue // as orders are written
			}
			bare := spoken(text, true)
			for what, sign := range signs {
				if found := sign.FindString(bare); found != "" {
					t.Errorf("%s: %s has %s, %q: %s", lang, key, what, found, text)
				}
			}
		}
	}
}

// TestNothingAgreesWithAList: behind a list or a name that may be one or several, of
// either gender, stands no verb and no participle.
func TestNothingAgreesWithAList(t *testing.T) {
	lists := `\{\{-?\s*\.(Units|Who|Leaders|Enemies|Ships|Weakened|Lost|Defenders|Attackers|Besiegers)\s*-?\}\}`
	for lang, verbs := range map[string]string{
		"fr": `est|sont|ont|a|peut|peuvent|revient|reviennent|passent|arrivent|arrêtent|quittent|font|doivent|affaiblie?s?|éliminée?s?|perdue?s?|capturée?s?|tombe|tombent|reculent`,
		"en": `is|are|has|have|go|goes|come|comes|sail|sails|march|cross|leave|retreat|withdraw|stop|stops`,
	} {
		trap := regexp.MustCompile(lists + ` (` + verbs + `)\b`)
		for key, text := range rawTexts(t, lang) {
			if strings.HasPrefix(key, "report.missed-other") {
				continue // there it is a player
			}
			if found := trap.FindString(text); found != "" {
				t.Errorf("%s: %s lets %q agree with what it cannot know: %s", lang, key, found, text)
			}
		}
	}
}
