package standing

import (
	"strings"

	"keryx/orders"
)

// Words of standing orders that are of one language alone, in folded form.
var (
	englishAlone = WordSet(`attacked attacking attack victorious besieged besieging result defeated beaten lose lost won
		enemy discord storm losses retreat displaced advantage advance keep recover redeploy departures stratagems
		stratagem cavalry entered is at in by or and with against for the sea land open high strait straits narrows ground clear
		difficult odds least most more less fewer dice die winter summer evade stand play pass discard none any anything
		anywhere use to reroll accept fails failed weakens succeeds hits first last smallest largest fresh weakened ships
		fleet troops peltasts horse all one withdraw movements except from on go then smallest`)
	frenchAlone = WordSet(`attaque attaquant j'attaque vainqueur assiege assiegeant resultat vaincu battu perdue gagnee
		ennemi ennemie discorde tempete pertes recul reculer deplaces avantage l'avantage avance garder garde recuperation
		recuperer redeploiement departs stratagemes stratageme cavalerie envahi entree est en dans par ou et avec contre
		pour le la les mer terre pleine haute detroit detroits terrain clair difficile rapport moins plus des de du au aux
		hiver ete evader esquiver s'evader s'esquiver tient tenir rester jouer joue passer passe defausser
		n'importe quelconque aucun aucune nulle partout utiliser utilise vers relancer relance accepter echoue affaiblit
		reussit frappe d'abord premier dernier derniers petites petits petite grandes grands grosses fraiches frais
		affaiblies affaiblis navires trieres flotte troupes cavaliers peltastes tout tous toutes totale une replier
		replie mouvements sauf depuis sur puis`)
)

func WordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// TongueOf is the language of most of a standing order's own words, those that both
// languages know apart. The names are those that a game has in one language alone.
func TongueOf(rule *orders.Rule, english, french map[string]bool) (orders.Language, bool) {
	more := 0 // French words than English ones
	count := func(tokens []orders.Token) {
		for _, t := range tokens {
			en, fr := englishAlone[t.Fold] || english[t.Fold], frenchAlone[t.Fold] || french[t.Fold]
			switch {
			case fr && !en:
				more++
			case en && !fr:
				more--
			}
		}
	}
	count(rule.When)
	count(rule.Subject)
	for _, a := range rule.Actions {
		for _, tokens := range a.Alternatives {
			count(tokens)
		}
	}
	if more > 0 {
		return orders.French, true
	}
	return orders.English, more < 0
}
