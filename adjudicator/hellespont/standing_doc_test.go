package hellespont

import (
	"os"
	"strings"
	"testing"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
)

// documented lists the standing orders that the package comment and the manual show, and
// French forms.
func documented(t *testing.T) (all []string) {
	t.Helper()
	for _, name := range []string{"doc.go", manualPage("en"), manualPage("fr")} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		section := string(text)
		if name == "doc.go" {
			_, after, ok := strings.Cut(section, "# Standing orders\n")
			if !ok {
				t.Fatalf("%s says nothing of standing orders", name)
			}
			section, _, _ = strings.Cut(after, "\n## ")
		}
		n := 0
		for line := range strings.Lines(section) {
			line = strings.TrimSpace(strings.TrimPrefix(line, "//"))
			line, _, _ = strings.Cut(line, " #")
			head, _, ok := strings.Cut(line, ": ")
			if !ok || strings.Contains(line, " = ") || strings.Contains(head, ".") && !strings.HasPrefix(head, "stratagems") ||
				!strings.Contains(exampleHeads, strings.Fields(head)[0]+" ") {
				continue
			}
			n++
			all = append(all, line)
		}
		if n < 12 {
			t.Errorf("%s: only %d standing orders", name, n)
		}
	}
	return append(all,
		"quand attaque en mer: esquiver vers port, sinon tenir",
		"quand attaque a M5 a 2:1 ou plus en septembre: tenir; jouer S8 de M4",
		"quand resultat est E ou A: relancer",
		"pertes: frais d'abord, petits d'abord",
		"recul de M5: Sestos, M6",
		"stratagemes mouvements: aucun",
		"avantage: garder",
		"sieges: aucun",
		"departs: aucun",
		"quand attaque en pleine mer avec Mindaros: s'esquiver partout, sinon tenir bon",
		"quand attaque a un rapport de 2:1 ou plus en hiver: tenir",
		"quand siege echoue ou affaiblit a Sestos: utiliser l'avantage pour relancer",
		"quand attrition ennemie est aucune: accepter",
		"quand initiative est perdue: utiliser avantage pour initiative",
		"quand entre en T29 par Alcibiade: se replier vers T28, sinon T4",
		"pertes sur terre: les plus petites d'abord, hoplites en dernier",
		"stratagemes mouvements: jouer S6 en T22, sinon aucun",
	)
}

// exampleHeads are the words that the examples begin with.
const exampleHeads = "evasion when losses retreat cavalry displaced refuge stratagems advantage departures combats sieges advance keep redeploy recover " +
	"quand pertes recul cavalerie déplacés stratagèmes avantage départs sièges avance garder redéploiement récupération ask demander "

// manualPage is the page of the manual on standing orders.
func manualPage(lang string) string { return "../../cmd/keryx/manual/" + lang + "/standing.md" }

// No subject of a standing order is the name of something.
func TestSubjectsAreNoNames(t *testing.T) {
	for _, kinds := range [][]standing.Kind{standing.MoveStandings, standing.CombatStandings, portStandings} {
		for _, k := range kinds {
			for _, word := range Default().Lexicon().Keywords(k.Word) {
				if e, d := Default().Lexicon().LookupString(word, field.ZoneKind, field.LeaderKind); d == nil {
					t.Errorf("%q begins a standing order and is %s %s", word, e.Kind, e.ID)
				}
			}
		}
	}
}
