package hellenes

import (
	"reflect"
	"testing"

	"keryx/orders"
)

// read reads a line as an order; it fails the test if it is none.
func read(t *testing.T, r *Rules, line string) any {
	t.Helper()
	all, faults := orders.ParseStatements(line)
	if len(faults) > 0 || len(all) != 1 {
		t.Fatalf("%s: %v", line, faults)
	}
	verb, fault := r.Lexicon().Lookup(all[0].Verb, orders.VerbKind)
	if fault != nil {
		t.Errorf("%s: %v", line, fault)
		return nil
	}
	o, more := r.ReadOrder(verb.ID, &all[0])
	for _, fault := range more {
		t.Errorf("%s: %v", line, fault)
	}
	return o
}

// What a person types who has not read the help is the order that it means, in either language.
func TestNaturalWords(t *testing.T) {
	r := New()
	for want, lines := range map[string][]string{
		"card 12":  {"play card 12", "play the card 12", "use 12", "jouer carte 12", "jouer la carte 12", "utiliser 12", "carte 12", "play 12 for its coins", "play 12 for actions", "jouer 12 pour ses pièces"},
		"event 16": {"play event 16", "play the event 16", "jouer événement 16", "jouer l'événement 16", "événement 16", "play 16 for the event", "play 16 for its event", "play 16 as an event", "jouer 16 pour son événement", "jouer la carte 16 comme événement"},
		"sacrifice 34 to Demeter": {"sacrifice card 34 to Demeter", "sacrifier la carte 34 à Déméter", "sacrifier 34 Déméter",
			"play 34 as a sacrifice to Demeter", "play card 34 as sacrifice to Demeter", "jouer 34 en sacrifice à Déméter", "jouer la carte 34 comme sacrifice à Déméter"},
		"move 1 3 to Corinth":      {"march 1 3 to Corinth", "attack Corinth with 1 3", "attack 1 3 to Corinth", "send 1 3 into Corinth", "bouger 1 3 vers Corinthe", "attaquer Corinthe avec 1 3", "aller 1 3 à Corinthe", "marcher 1 3 sur Corinthe", "attack Corinth with 1 and 3", "move 1, and 3 to Corinth", "move the units 1 and 3 to the city of Corinth", "déplacer les hoplites 1 et 3 vers la cité de Corinthe", "bouger 1 et 3 vers Corinthe"},
		"move 14 to sea Saronic":   {"sail 14 to Saronic Gulf", "naviguer 14 vers golfe Saronique", "sail 14 to the Saronic Gulf", "naviguer 14 vers le golfe Saronique", "envoyer 14 dans mer Saronique"},
		"gather 10 22 at Corinth":  {"assemble 10 22 in Corinth", "regrouper 10 22 à Corinthe", "réunir 10 22 dans Corinthe"},
		"build 17":                 {"reinforce 17", "strengthen 17", "renforcer 17", "augmenter 17"},
		"recruit":                  {"raise", "levy", "lever", "recrutement"},
		"recruit prefer fleet":     {"raise prefer fleet", "lever préférer flotte", "recruit fleet", "recruter flotte"},
		"fortify":                  {"fortify all", "fortifier", "fortifier tout", "fortifier tous"},
		"fortify Corinth":          {"fortify at Corinth", "fortify all in the city of Corinth", "fortifier Corinthe", "fortifier dans la cité de Corinthe"},
		"pillage Athens to Thebes": {"plunder Athens to Thebes", "ravage Athens to Thebes", "ravager Athènes vers Thèbes"},
		"take 17 at Corinth":       {"choose 17 in Corinth", "choisir 17 à Corinthe"},
		"go":                       {"continue", "proceed", "continuer", "avancer", "yes", "oui"},
		"end":                      {"pass", "finish", "stop", "finir", "terminer", "passer", "end winter", "end the season", "finir l'hiver", "fin de l'hiver", "end my turn"},
		"fight":                    {"battle", "combat", "combattre", "fight on", "combattre encore"},
		"hold":                     {"resist", "defend", "résister", "défendre"},
		"retreat":                  {"withdraw", "flee", "reculer", "retraite", "replier"},
		"retreat 14 to Thebes":     {"withdraw 14 to Thebes", "reculer 14 vers Thèbes", "recul 14 à Thèbes"},
		"hits 22":                  {"hit 22", "coup 22"},
		"assault Plataea":          {"storm Plataea", "assaillir Platée", "assault the city of Plataea", "donner l'assaut à Platée", "lancer l'assaut sur Platée", "assaut à la cité de Platée"},
		"starve Potidaea":          {"besiege Potidaea", "siege Potidaea", "assiéger Potidée", "siège Potidée", "attrition Potidée"},
		"sortie 1 from Potidaea":   {"sally 1 from Potidaea", "sortir 1 depuis Potidée"},
		"capitulate":               {"surrender", "yield", "reddition", "se rendre", "rendre"},
		"appeal to Ares":           {"invoke Ares", "pray to Ares", "appeler Arès", "prier Arès"},
		"let":                      {"no", "nothing", "non", "rien", "none", "no sortie", "pas de sortie", "aucune", "aucune sortie"},
		"target Chalcis":           {"strike Chalcis", "frapper Chalcis", "viser Chalcis"},
		"ostracise Pericles":       {"ostracize Pericles", "exile Pericles", "exiler Périclès"},
		"home 14 to Corinth":       {"return 14 to Corinth", "rentrer 14 vers Corinthe"},
		"maintain 22 23":           {"keep 22 23", "entretenir 22 23", "garder 22 23"},
		"canton 5 12 to Torone":    {"canton 5 12 at Torone", "cantonner 5 12 à Torone"},
		"sortie 1 7 from Athens":   {"sortie 1 7 d'Athènes", "sortie de la cité d'Athènes avec 1 7", "sortie from Athens with 1 7", "sortie with 1 7 from Athens", "sortie avec 1 7 depuis Athènes"},
		"garrison Torone":          {"garrison at Torone", "garnison à Torone", "build a garrison at Torone", "construire une garnison à Torone"},
		"assault Torone":           {"storm Torone", "assaut sur Torone"},
		"recruit fleet at Corinth": {"recruit a fleet at Corinth", "recruter une flotte à Corinthe"},
		"fortify 1 7":              {"fortify with 1 7", "fortifier avec 1 7"},
		"disband 10":               {"demobilise 10", "dismiss 10", "dissoudre 10"},
		"offer peace":              {"propose peace", "proposer paix"},
		"drop 39":                  {"cancel card 39", "ôter la carte 39"},
	} {
		of := read(t, r, want)
		for _, line := range lines {
			if got := read(t, r, line); !reflect.DeepEqual(got, of) {
				t.Errorf("%s is read as %+v, want %+v as of %s", line, got, of, want)
			}
		}
	}
}
