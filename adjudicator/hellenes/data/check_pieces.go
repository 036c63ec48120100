package data

import (
	"fmt"
	"slices"
	"strings"
)

// blocks checks what the rulebook says of single numbers.
func (a *audit) blocks() {
	for side := range a.g.Blocks {
		a.Want("number of blocks of "+SideIDs[side], "rule 2.1", len(a.g.Blocks[side]), 60)
		for i := range a.g.Blocks[side] {
			a.block(&a.g.Blocks[side][i])
		}
	}
	odrysians := a.named(Athens, 37)
	a.Want("37 of Athens", "rule 2.27", describe(a, odrysians), "cavalry A3 of Odrysia, barbarian, leaderless")
	for n := 41; n <= 46; n++ {
		b := a.named(Sparta, n)
		persian := b.Home != None && a.g.Nations[b.Home].ID == "Persia" && b.Barbarian
		improved := b.Arm == Fleet && b.Class == Class{'E', 1}
		a.Want(fmt.Sprintf("%d of Sparta is Persian or an improved fleet", n), "rule 12.13", persian || improved, true)
	}
	a.Want("the rebels", "rule 4.22", a.list(func(b *Block) bool { return b.Rebel }),
		"athens infantry B1 of Macedonia, barbarian, rebel; sparta fleet F1 of AeolianIsles, rebel")
	for side := range a.g.Blocks {
		a.Want("the Aeolian isles have a fleet for "+SideIDs[side], "rule 4.22",
			a.g.Which(Side(side), func(b *Block) bool { return b.Arm == Fleet && b.Home == a.g.Nation("AeolianIsles") }) != 0, true)
		a.Want("Macedonia has infantry for "+SideIDs[side], "rule 4.22",
			a.g.Which(Side(side), func(b *Block) bool {
				return b.Arm == Infantry && b.Barbarian && b.Home == a.g.Nation("Macedonia")
			}) != 0, true)
	}
}

// named is a block by its number, one of nothing if there is none.
func (a *audit) named(s Side, number int) *Block {
	if b := a.g.Block(s, number); b != nil {
		return b
	}
	return &Block{Side: s, Home: None, Class: Class{'?', 0}}
}

// block checks one block against what holds for its type (rules 2.12 to 2.27).
func (a *audit) block(b *Block) {
	name := fmt.Sprintf("%s %d", SideIDs[b.Side], b.Number)
	home := Nation{Side: Nobody}
	if b.Home != None {
		home = a.g.Nations[b.Home]
	}
	switch b.Arm {
	case Fleet:
		a.Want(name+" fights at sea as E or F", "rule 2.26", b.Class.Agility == 'E' || b.Class.Agility == 'F', true)
		a.Want(name+" fights ashore as", "rule 2.26", b.Ashore, Class{'D', 1})
		a.Want(name+" is Greek", "rule 2.25", b.Barbarian, false)
	case Archers:
		a.Want("the class of "+name, "rule 2.22", b.Class, Class{'A', 1})
	case Cavalry:
		a.Want("the agility of "+name, "rule 2.23", string(b.Class.Agility), "A")
		a.Want("the power of "+name+", which is Greek", "rule 2.23", !b.Barbarian && b.Class.Power > 2, false)
	case Infantry:
		a.Want("the class of "+name, "rule 2.24", b.Class, Class{'B', 1})
	case Hoplites:
		a.Want(name+" is more agile if it is elite", "rule 2.21", b.Class.Agility < 'C', b.Elite)
		a.Want("the power of "+name, "rule 2.14", b.Class.Power, int8(2))
	}
	moves := map[Arm]int{Cavalry: 3, Fleet: 5}
	a.Want("the zones that "+name+" moves", "published order of battle", b.Move, max(2, moves[b.Arm]))
	a.Want(name+" is elite", "published order of battle", b.Elite, b.Arm == Hoplites && b.Class.Agility == 'B' || b.Arm == Fleet && b.Class == Class{'E', 2})
	persian := home.ID == "Persia"
	improved := b.Side == Sparta && b.Class == Class{'E', 1}
	a.Want(name+" waits for an aid", "rule 13.2", b.Only == WithPersianAid, persian || improved)
	a.Want(name+" waits until Athens has no leader", "rule 2.27", b.Only == WithoutLeader, home.ID == "Odrysia" && b.Arm == Cavalry)
	if b.Number < 47 {
		a.Want(name+" is not of Sicily", "rule 2.1", b.Sicilian, false)
	}
	if !b.Rebel && !b.Barbarian {
		a.Want("the nation of "+name+" is loyal to its side", "rule 4.22", home.Side, b.Side)
	}
}

// describe is a block in one line.
func describe(a *audit, b *Block) string {
	home := "nowhere"
	if b.Home != None {
		home = a.g.Nations[b.Home].ID
	}
	s := fmt.Sprintf("%s %s of %s", b.Arm, b.Class, home)
	if b.Barbarian {
		s += ", barbarian"
	}
	if b.Rebel {
		s += ", rebel"
	}
	if b.Only != Always {
		s += ", " + onlyIDs[b.Only]
	}
	return s
}

// list describes the blocks of both sides that are so.
func (a *audit) list(so func(*Block) bool) string {
	var all []string
	for side := range a.g.Blocks {
		for i := range a.g.Blocks[side] {
			if b := &a.g.Blocks[side][i]; so(b) {
				all = append(all, SideIDs[side]+" "+describe(a, b))
			}
		}
	}
	return strings.Join(all, "; ")
}

// published are the orders of battle that were published before the game: the strengths of a
// side's blocks of a class and a nation.
var published = []string{
	"athens Attica hoplites C2: 4 3 3 2 2 2", "athens Attica infantry B1: 4 3 2 2 2", "athens Attica archers A1: 2",
	"athens Attica cavalry A1: 2", "athens Attica fleet E2: 4 4 3 3 2 2 2 2", "athens Attica fleet F2: 4 3 2 2",
	"sparta Lacedaemon hoplites B2: 4 3 2 2", "sparta Arcadia hoplites C2: 3 2 2",
}

// sorts checks the blocks whose strengths were published.
func (a *audit) sorts() {
	found := map[string][]string{}
	for side := range a.g.Blocks {
		for _, b := range a.g.Blocks[side] {
			if strings.HasPrefix(string(b.VCSource), "published") && b.Home != None {
				key := fmt.Sprintf("%s %s %s %s", SideIDs[side], a.g.Nations[b.Home].ID, b.Arm, b.Class)
				found[key] = append(found[key], fmt.Sprint(b.VC))
			}
		}
	}
	for _, line := range published {
		key, want, _ := strings.Cut(line, ": ")
		a.Want("strengths of "+key, "published order of battle", strings.Join(found[key], " "), want)
	}
}

// events checks what rule 3.1 says of each event.
func (a *audit) events() {
	var lasting, barred []string
	for _, e := range a.g.Events {
		if e.Lasting {
			lasting = append(lasting, e.ID)
		}
		if !e.NewYear {
			barred = append(barred, e.ID)
		}
	}
	slices.Sort(lasting)
	a.Want("events that stay in play", "rule 3.1", strings.Join(lasting, " "),
		"civil_war leader no_quarter peace_faction persian_aid taxes war_faction")
	a.Want("events that are not for New Year", "rule 10.2", strings.Join(barred, " "), "revolt helots")
	a.Want("both sides may play leaders", "rule 3.1", a.g.Events[NewLeader].Side, Nobody)
}

// cards checks what is fixed of the list.
func (a *audit) cards() {
	a.Want("number of cards", "rule 3.0", len(a.g.Cards), 55)
	have := map[Event][3]int{}
	extension := false
	for _, c := range a.g.Cards {
		n := have[c.Event]
		n[c.Border]++
		have[c.Event] = n
		extension = extension || c.Extension
		a.Want(fmt.Sprintf("the coins of card %d", c.Number), "rule 3.2", 1 <= c.Coins && c.Coins <= 3, true)
	}
	for e := range events {
		n := have[e]
		a.Want("a card has "+e.String(), "rule 3.1", n[Gold]+n[Silver]+n[Bronze] > 0, true)
	}
	some := func(what, rule string, n int) { a.Want(what, rule, n > 0, true) }
	for _, e := range []Event{PlagueStrikes, PlagueReturns, CivilWar} {
		some(e.String()+" is in the 431 campaign", "rule 15.1", have[e][Gold]+have[e][Silver])
	}
	for _, e := range []Event{Revolt, HelotUprising, PersianAid, Taxes} {
		some(e.String()+" is in the campaigns that begin with the peace", "rule 12.0", have[e][Silver]+have[e][Bronze])
	}
	aid := have[PersianAid]
	a.Want("aids are in the later campaigns alone", "rule 13.1", aid[Gold]+aid[Silver], 0)
	a.Want("there are three aids or more", "rule 13.3", aid[Bronze] >= 3, true)
	a.Want("there are two cards of taxes or more", "rule 3.1", have[Taxes][Silver]+have[Taxes][Bronze] >= 2, true)
	a.Want("some revolts may spread", "rule 3.12", extension, true)
	if len(a.g.Cards) >= 30 {
		a.Want("card 30", "published example of play", a.g.Cards[29].Event, CivilWar)
	}
	for _, want := range []string{"Pericles athens 1 rule 15.1", "Archidamos sparta 0 rule 15.1", "Alcibiades athens 1 rule 15.2",
		"Agis sparta 0 rule 15.2", "Proboulois athens 0 rule 15.3"} {
		w := strings.SplitN(want, " ", 4)
		found := "nobody"
		if i := a.g.Leader(w[0]); i != None {
			found = fmt.Sprintf("%s %d", SideIDs[a.g.Leaders[i].Side], a.g.Leaders[i].Bonus)
		}
		a.Want("the side and the bonus of "+w[0], w[3], found, w[1]+" "+w[2])
	}
}
