package orders

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestElided takes a name with the French preposition or article before it.
func TestElided(t *testing.T) {
	l := NewLexicon()
	l.Add("zone", "abydos", "Abydos")
	l.Add("zone", "sestos", "Sestos")
	for word, want := range map[string]bool{"d'Abydos": true, "d’Abydos": true, "l'Abydos": true, "d'Sestos": false, "d'": false, "x'Abydos": false} {
		e, fault := l.LookupString(word, "zone")
		if (fault == nil) != want || want && e.ID != "abydos" {
			t.Errorf("%q: %v, %v", word, e, fault)
		}
	}
}

func TestFold(t *testing.T) {
	for s, want := range map[string]string{
		"sestos": "sestos", "SESTOS": "sestos", "Éléonte": "eleonte", "E\u0301le\u0301onte": "eleonte",
		"Œta": "oeta", "Lēmnos": "lemnos", "d’Athènes": "d'athenes", "Chios–Samos": "chios-samos", "a\u00a0b": "a b",
		// Code points that Unicode's rules of case or normalisation turn into Latin letters.
		"\u212Aios": "\u212Aios", "ıstros": "ıstros", "İ": "İ", "weiß": "weiß", "ſ": "ſ", "\u212B": "\u212B",
		"Т": "Т", "Ｔ": "Ｔ", "\u0301a": "\u0301a", "": "",
	} {
		if got := Fold(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
}

func testLexicon() *Lexicon {
	l := NewLexicon()
	for _, n := range []int{1, 2, 10, 11, 12, 27} {
		l.Add("zone", fmt.Sprintf("T%d", n))
	}
	l.Add("zone", "b3", "Chios/Samos", "Chios-Samos")
	l.Add("port", "sestos", "Sestos")
	l.Add("port", "cyzicus", "Cyzicus", "Cyzique")
	l.Add("port", "byzantion", "Byzantion", "Byzance")
	l.Add("unit", "T10")
	l.Add("leader", "alcibiades", "Alcibiades", "Alcibiade")
	l.Add("leader", "thrasybulus", "Thrasybulus", "Thrasybule")
	l.Add("leader", "thrasyllus", "Thrasyllus", "Thrasyllos")
	l.Add("card", "guerre-civile", "Guerre civile", "Civil war")
	l.Add("leader", "o", "Og")
	l.Add(VerbKind, "activate", "activate", "activer")
	l.Add(VerbKind, "act-2", "act")
	return l
}

func TestLookup(t *testing.T) {
	l := testLexicon()
	for _, c := range []struct {
		word  string
		kinds []string
		want  string // KIND ID, or the fault
	}{
		{"Sestos", nil, "port sestos"},
		{"SESTÓS", []string{"zone", "port"}, "port sestos"},
		{"cyzique", []string{"port"}, "port cyzicus"},
		{"T1", []string{"zone"}, "zone T1"},
		{"t10", []string{"unit"}, "unit T10"},
		{"T10", nil, "ambiguous-name Word=T10 Candidates=[T10 (unit) T10 (zone)]"},
		{"T10", []string{"port"}, "wrong-kind Word=T10 Found=[zone unit] Wanted=[port]"},
		{"ses", nil, "port sestos"},
		{"se", nil, "unknown-name Word=se Suggestions=[Sestos] Wanted=[]"},
		{"og", nil, "leader o"},
		{"cyzi", nil, "port cyzicus"},             // both names are of one port
		{"act", []string{VerbKind}, "verb act-2"}, // the whole name before the prefix
		{"acti", []string{VerbKind}, "verb activate"},
		{"thras", nil, "ambiguous-name Word=thras Candidates=[Thrasybulus Thrasyllus]"},
		{"thrasyb", nil, "leader thrasybulus"},
		{"T", nil, "unknown-name Word=T Suggestions=[] Wanted=[]"},
		{"T2", []string{"zone"}, "zone T2"},
		{"T3", []string{"zone"}, "unknown-name Word=T3 Suggestions=[T1 T2] Wanted=[zone]"},
		{"act-", []string{"card"}, "unknown-name Word=act- Suggestions=[] Wanted=[card]"},
		{"Cihos-Samos", nil, "unknown-name Word=Cihos-Samos Suggestions=[Chios/Samos] Wanted=[]"},
		{"chios-samos", nil, "zone b3"},
		{"Chios/Samos", nil, "zone b3"},
		{"chios samos", nil, "zone b3"},
		{"chios", nil, "zone b3"},
		{"guerre", []string{"card"}, "card guerre-civile"},
		{"civil-war", nil, "card guerre-civile"},
		{"Alcibiaeds", []string{"leader"}, "unknown-name Word=Alcibiaeds Suggestions=[Alcibiades] Wanted=[leader]"},
		{"actviate", []string{VerbKind}, "unknown-verb Word=actviate Suggestions=[activate]"},
		{"\u212Aios", nil, "unknown-name Word=\u212Aios Suggestions=[] Wanted=[]"},
		{"Sеstos", nil, "unknown-name Word=Sеstos Suggestions=[Sestos] Wanted=[]"}, // a Cyrillic е
		{"", nil, "unknown-name Word= Suggestions=[] Wanted=[]"},
	} {
		e, fault := l.LookupString(c.word, c.kinds...)
		got := e.Kind + " " + e.ID
		if fault != nil {
			checkDiagnostic(t, fault)
			got = fault.Code
			for i := 0; i < len(fault.Args); i += 2 {
				got += fmt.Sprintf(" %v=%v", fault.Args[i], fault.Args[i+1])
			}
			if e != (Entry{}) {
				t.Errorf("%q: a fault and yet %v", c.word, e)
			}
		}
		if got != c.want {
			t.Errorf("%q %v:\n got %s\nwant %s", c.word, c.kinds, got, c.want)
		}
	}
}

func TestLookupOfWholeNamesDoesNotAllocate(t *testing.T) {
	l := testLexicon()
	tok := Token{Kind: Word, Text: "Sestos", Fold: "sestos"}
	if n := testing.AllocsPerRun(100, func() {
		if _, fault := l.Lookup(tok, "zone", "port"); fault != nil {
			t.Error(fault)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestNamesAndClashes(t *testing.T) {
	l := testLexicon()
	if diff := cmp.Diff([]string{"Byzantion", "Cyzicus", "Sestos"}, l.Names("port")); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if c := l.Clashes(); len(c) > 0 {
		t.Errorf("clashes %v", c)
	}
	l.Add("port", "other", "SESTOS")
	if diff := cmp.Diff([]string{"sestos"}, l.Clashes()); diff != "" {
		t.Errorf("clashes (-want +got):\n%s", diff)
	}
}

func TestLexiconFile(t *testing.T) {
	l, err := LexiconFile([]byte("[[name]]\nkind='verb'\nid='activate'\nnames=['activer']\n"))
	if err != nil {
		t.Fatal(err)
	}
	if e, fault := l.LookupString("ACTIVER"); fault != nil || e.ID != "activate" {
		t.Errorf("%v, %v", e, fault)
	}
	for text, want := range map[string]string{
		"[[nam":                                "lexicon: toml: line 1",
		"[[name]]\nkind='a'\nid='b'\nnmaes=[]": "lexicon: unknown field name.nmaes",
		"[[name]]\nkind='a'":                   "lexicon: name 1 lacks its kind or id",
		"[[name]]\nkind='a'\nid='b'\n[[name]]\nkind='a'\nid='c'\nnames=['B']": "lexicon: two things of one kind are called b",
	} {
		if _, err := LexiconFile([]byte(text)); err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
