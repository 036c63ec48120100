package written

import (
	"slices"
	"strings"
)

// Verb is one thing that can be asked for by mail: how it is written, and what guards it. What deals
// with it stands in package intake.
type Verb struct {
	Name      string
	Spellings string // folded, in all languages, parted by blanks; empty of a kind of another verb

	// Guards are those of its kinds (see [kindOf]): "" is the verb alone.
	Guards map[string]Guard

	// Shown says that who asks for something unknown is shown this.
	Shown bool
}

// guarded is the guard of a verb that is of one kind.
func guarded(g Guard) map[string]Guard { return map[string]Guard{"": g} }

// requestVerbs are the requests about games, players and the server; leagueVerbs those about leagues, each
// of which names the league behind it, or the game that it is about. Those that are shown come first, in the
// order in which they are.
var (
	requestVerbs = []Verb{
		{Name: "help", Spellings: "help aide", Guards: guarded(Asks), Shown: true},
		{Name: "status", Spellings: "status etat situation", Guards: guarded(Asks), Shown: true},
		{Name: "report", Spellings: "report reports rapport rapports", Guards: guarded(Asks), Shown: true},
		{Name: "template", Spellings: "template form modele formulaire", Guards: guarded(Asks), Shown: true},
		{Name: "odds", Spellings: "odds chances", Guards: guarded(Asks), Shown: true},
		{Name: "check", Spellings: "check verifier verifie verification", Guards: guarded(Asks), Shown: true},
		{Name: "absence", Spellings: "absence absent absences", Guards: map[string]Guard{"list": Asks, "": Bound}, Shown: true},
		{Name: "calendar", Spellings: "calendar calendrier agenda", Guards: map[string]Guard{"": Asks, "files": Bound, "feed": Bound}, Shown: true},
		{Name: "pictures", Spellings: "pictures picture images image", Guards: guarded(Bound), Shown: true},
		{Name: "extend", Spellings: "extend extension prolonger prolonge prolongation", Guards: guarded(Bound), Shown: true},
		{Name: "resign", Spellings: "resign abandonner abandonne", Guards: guarded(Coded)},
		{Name: "offer", Spellings: "offer propose proposer", Guards: guarded(Bound)},
		{Name: "accept", Spellings: "accept accepter accepte", Guards: guarded(Coded)},
		{Name: "decline", Spellings: "decline refuse refuser", Guards: guarded(Coded)},
		{Name: "withdraw", Spellings: "withdraw retirer retire", Guards: guarded(Bound)},
		{Name: "volunteer", Spellings: "volunteer volontaire", Guards: guarded(Bound)},
		{Name: "watch", Spellings: "watch observer observe", Guards: map[string]Guard{"list": Asks, "": Bound}},
		{Name: "unwatch", Spellings: "unwatch quitter quitte", Guards: guarded(Bound)},
		{Name: "take", Spellings: "take reprendre", Guards: guarded(Bound)},
		{Name: "back", Spellings: "handback hand-back rendre", Guards: guarded(Bound)},
	}
	leagueVerbs = []Verb{
		{Name: "join", Spellings: "join inscription inscrire", Guards: guarded(Bound)},
		{Name: "withdraw", Spellings: "withdraw retrait", Guards: map[string]Guard{"league": Bound}},
		{Name: "confirm", Spellings: "confirm confirmer", Guards: guarded(Bound)},
		{Name: "bid", Spellings: "bid offre", Guards: guarded(Bound)},
		{Name: "standings", Spellings: "standings table classement", Guards: guarded(Asks)},
		{Name: "fixtures", Spellings: "fixtures rencontres", Guards: guarded(Asks)},
		{Name: "results", Spellings: "results resultats", Guards: guarded(Asks)},
		{Name: "ratings", Spellings: "ratings cotes", Guards: guarded(Asks)},
		{Name: "rules", Spellings: "rules formule", Guards: guarded(Asks)},
		{Name: "agree", Spellings: "agree accord", Guards: guarded(Bound)},
		{Name: "verdict", Spellings: "verdict", Guards: guarded(Bound)},
		{Name: "ladder", Spellings: "ladder echelle", Guards: guarded(Asks)},
		{Name: "challenge", Spellings: "challenge defi defier defie", Guards: guarded(Bound)},
		{Name: "cancel", Spellings: "cancel annuler annule", Guards: map[string]Guard{"": Bound, "league": Bound}},
		{Name: "accept", Spellings: "relever releve", Guards: map[string]Guard{"league": Bound}},
		{Name: "decline", Spellings: "decliner", Guards: map[string]Guard{"league": Bound}},
		{Name: "news", Spellings: "news nouvelles", Guards: guarded(Asks)},
	}
)

// Verbs are all that can be asked for by mail. A verb that is about games and about leagues stands there twice.
func Verbs() []Verb { return slices.Concat(requestVerbs, leagueVerbs) }

// SpellingsOfVerbs are all spellings of each verb, by its name.
func SpellingsOfVerbs() map[string][]string {
	all := map[string][]string{}
	for _, v := range Verbs() {
		all[v.Name] = append(all[v.Name], strings.Fields(v.Spellings)...)
	}
	return all
}

// VerbsShown are the names of what is shown to who asks for something unknown.
func VerbsShown() (names []string) {
	for _, v := range requestVerbs {
		if v.Shown {
			names = append(names, v.Name)
		}
	}
	return names
}

// RequestVerbs are the verbs of requests by their spellings, folded; leagueWords those of requests about leagues.
var (
	RequestVerbs = spelt(requestVerbs)
	leagueWords  = spelt(leagueVerbs)
)

func spelt(verbs []Verb) map[string]string {
	all := map[string]string{}
	for _, v := range verbs {
		for _, word := range strings.Fields(v.Spellings) {
			all[word] = v.Name
		}
	}
	return all
}

// RequestGuards are the guards of requests, by their kinds; see [kindOf].
var RequestGuards = func() map[string]Guard {
	all := map[string]Guard{}
	for _, v := range Verbs() {
		for kind, guard := range v.Guards {
			all[strings.TrimSpace(v.Name+" "+kind)] = guard
		}
	}
	return all
}()
