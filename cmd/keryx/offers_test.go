package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/templates"
)

// TestOffers: from a situation.json, and nothing else, a player is told where his pieces can go, by
// which orders and at what odds, and by which rule they cannot go elsewhere.
func TestOffers(t *testing.T) {
	if err := gamesKnown(); err != nil {
		t.Fatal(err)
	}
	for _, game := range []string{"hellespont", "amphipolis"} {
		file, from, to := situationWithOdds(t, game)
		said := func(lang string, c offline.OrdersOffersCmd) string {
			var out bytes.Buffer
			c.Situation, c.Lang = file, lang
			if err := c.Run(&screen.Globals{Ctx: t.Context(), Out: &out, Err: &out, Exact: &out}); err != nil {
				t.Fatalf("%s: %v", game, err)
			}
			return strings.ReplaceAll(out.String(), "\u00a0", " ")
		}
		if text := said("en", offline.OrdersOffersCmd{}); !strings.Contains(text, templates.For("en", game).Words(adjudicator.Words{adjudicator.Term{Kind: "zone", ID: from}})+": ") || !strings.Contains(text, "What else can be ordered: ") {
			t.Errorf("%s: offers from %s are said so:\n%s", game, from, text)
		}
		for lang, odds := range map[string]string{"en": "Odds (", "fr": "Chances ("} {
			if text := said(lang, offline.OrdersOffersCmd{From: from, To: to}); !strings.Contains(text, odds) || !strings.Contains(text, "%") {
				t.Errorf("%s: what leads from %s to %s is said so (%s):\n%s", game, from, to, lang, text)
			}
		}
		var answer offline.OffersAnswer
		if err := json.Unmarshal([]byte(said("en", offline.OrdersOffersCmd{From: from, JSON: true})), &answer); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(answer.Offers, func(x offline.OfferAnswer) bool { return x.To == to && x.Odds != nil && len(x.Lines) > 0 }) {
			t.Errorf("%s: no odds of %s in the JSON %+v", game, to, answer)
		}
		far := farthest(t, game, answer)
		if text := said("en", offline.OrdersOffersCmd{From: from, To: far}); !strings.Contains(text, "cannot go to "+far) || !strings.Contains(text, "rule ") {
			t.Errorf("%s: why nobody goes from %s to %s is said so:\n%s", game, from, far, text)
		}
	}
}

// TestOffersNameZones: an answer in French names the zones as French orders do, and not by identifiers.
func TestOffersNameZones(t *testing.T) {
	if err := gamesKnown(); err != nil {
		t.Fatal(err)
	}
	file, _, _ := situationWithOdds(t, "amphipolis")
	var out bytes.Buffer
	if err := (offline.OrdersOffersCmd{Situation: file, Lang: "fr"}).Run(&screen.Globals{Ctx: t.Context(), Out: &out, Err: &out, Exact: &out}); err != nil {
		t.Fatal(err)
	}
	text, p := out.String(), templates.For("fr", "amphipolis")
	rules, err := adjudicator.Lookup("amphipolis")
	if err != nil {
		t.Fatal(err)
	}
	m, _ := rules.(adjudicator.Charted).Chart()
	named := false
	for z := range m.All().All() {
		id := m.Name(z)
		name := p.Words(adjudicator.Words{adjudicator.Term{Kind: "zone", ID: id}})
		if name == id {
			continue
		}
		named = named || strings.Contains(text, name)
		if strings.Contains(text, id+":") || strings.Contains(text, id+"\u00a0:") || strings.Contains(text, id+",") {
			t.Errorf("%s stands for %s in\n%s", id, name, text)
		}
	}
	if !named {
		t.Errorf("no zone goes by its French name in\n%s", text)
	}
}

// situationWithOdds writes the situation.json of a question at which a movement leads to a combat,
// and names the two zones.
func situationWithOdds(t *testing.T, game string) (file, from, to string) {
	rules, err := adjudicator.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		player := rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(seed, 1)))
		setup := adjudicator.Setup{Scenario: rules.Info().Scenarios[0]}
		snap, err := adjudicator.Begin(rules, setup)
		if err != nil {
			t.Fatal(err)
		}
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 2))), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			q := s.Asked(side)
			for _, x := range adjudicator.OffersOf(q.Form).Moves {
				if len(x.Odds) > 0 && q.Kind == "act" {
					return situationAt(t, rules, s, side, q.Kind), x.From.ID, x.To.ID
				}
			}
			if err := s.Answer(side, player.Answer(s, side, q)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatalf("no combat is offered in %s", game)
	return "", "", ""
}

// situationAt writes a situation.json.
func situationAt(t *testing.T, rules adjudicator.Ruleset, s *adjudicator.Session, side adjudicator.Side, kind string) string {
	info := rules.Info()
	position, err := json.Marshal(s.Game().View(side).Data)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(templates.Situation{Version: templates.SituationVersion, Ruleset: info.Name, Scenario: s.Setup().Scenario,
		Side: info.Sides[side], Asked: &templates.SituationAsked{Kind: kind}, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), info.Name+".json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// farthest is a zone of the board that is not offered.
func farthest(t *testing.T, game string, answer offline.OffersAnswer) string {
	rules, err := adjudicator.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := rules.(adjudicator.Charted).Chart()
	for z := range m.All().All() {
		if name := m.Name(z); !slices.ContainsFunc(answer.Offers, func(x offline.OfferAnswer) bool { return x.To == name || x.From == name }) {
			return name
		}
	}
	t.Fatalf("every zone of %s is offered", game)
	return ""
}
