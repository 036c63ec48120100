package host_test

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// spoken is a text of one kind, in a club in which it does something, unless it only asks.
type spoken struct {
	open func(t *testing.T) *club
	by   string              // of people
	key  func() *mail.Signer // in the place of his own
	text func(c *club) string
}

// freshKeys are keys that nobody has registered yet.
var freshKey = sync.OnceValue(func() *mail.Signer { return newSigner("fresh", mail.OpenPGP) })

func (s spoken) signer() *mail.Signer {
	if s.key != nil {
		return s.key()
	}
	return people()[s.by].pgp
}

func plain(lines string) func(*club) string { return func(*club) string { return lines + "\n" } }

// aboutGame is a text below the name of the game.
func aboutGame(lines string) func(*club) string {
	return func(c *club) string { return "game " + c.game + "\n" + lines + "\n" }
}

func opened(change ...settings) func(*testing.T) *club {
	return func(t *testing.T) *club { return newClub(t, change...) }
}

// after is a club in which something was said before.
func after(open func(*testing.T) *club, by, text string) func(*testing.T) *club {
	return func(t *testing.T) *club {
		c := open(t)
		if row := c.says(by, strings.ReplaceAll(text, "GAME", c.game)+"\n"); row.State != store.Command {
			t.Fatalf("%s of %s: %s (%s)", text, by, row.State, row.Reason)
		}
		return c
	}
}

// codeIn is the last code that a letter to somebody tells behind some words.
func (c *club) codeIn(address, words string) string {
	c.t.Helper()
	c.known = 0
	code := ""
	for _, m := range c.sent() {
		if found := regexp.MustCompile(words + ` ([A-Z2-9]{4}-[A-Z2-9]{4})`).FindStringSubmatch(flat(text(c.t, m))); m.Recipient == address && found != nil {
			code = found[1]
		}
	}
	if code == "" {
		c.t.Fatalf("%s was told no code behind %q", address, words)
	}
	return code
}

func springClub(open bool, day string, entered ...string) func(*testing.T) *club {
	return func(t *testing.T) *club {
		c := leagueClub(t, spring)
		if open {
			_, err := c.Leagues.OpenLeague(t.Context(), "spring")
			check(t, err)
		}
		for _, address := range entered {
			check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
		}
		if day != "" {
			at, err := time.Parse(time.DateOnly, day)
			check(t, err)
			c.now = at.Add(9 * time.Hour)
			c.tend()
		}
		return c
	}
}

// ladderClub is a ladder of which north and south have the first places.
func ladderClub(t *testing.T) *club {
	c := leagueClub(t, climb)
	check(t, c.Leagues.EnterLeague(t.Context(), "climb", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "climb", southAt, 0, 0))
	_, err := c.Leagues.OpenLeague(t.Context(), "climb")
	check(t, err)
	return c
}

// enrolled is a club in which the fresh key of north has come as far as some texts bring it.
func withFresh(texts ...string) func(*testing.T) *club {
	return func(t *testing.T) *club {
		c := newClub(t)
		for _, text := range texts {
			e := enrolling{c, northAt}
			key := freshKey()
			if strings.HasPrefix(text, "old ") {
				key, text = people()["north"].pgp, strings.TrimPrefix(text, "old ")
			}
			if strings.Contains(text, "CODE") {
				text = strings.ReplaceAll(text, "CODE", e.code())
			} else {
				c.sent()
			}
			if row := e.send(key, text, freshKey()); row.State != store.Command {
				t.Fatalf("%s: %s (%s)", text, row.State, row.Reason)
			}
		}
		return c
	}
}

// spokenTexts has an example of each kind of [requests.SignedTexts].
func spokenTexts() map[string]spoken {
	duel := springClub(true, "2026-12-20", northAt, southAt)
	atEnd := func(t *testing.T) *club {
		c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, "", 1))
		for _, address := range []string{northAt, southAt} {
			check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
		}
		for _, day := range []time.Time{time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC), time.Date(2027, 6, 1, 9, 0, 0, 0, time.UTC)} {
			c.now = day
			c.tend()
		}
		return c
	}
	challenged := after(ladderClub, "south", "challenge climb North")
	fresh := freshKey().Public().Fingerprint
	all := map[string]spoken{
		"orders": {open: opened(), by: "north", text: func(c *club) string { return c.orders("north", "bid 2") }},
		"slip":   {open: opened(), by: "north", text: plain("absense from 2026-11-23 to 2026-12-02")},
		"preview": {open: func(t *testing.T) *club {
			return after(func(t *testing.T) *club { return overseen(t) }, "third", "game GAME\npreview\nreason So.\nextend north until 2026-12-24 18:00")(t)
		}, by: "third", text: aboutGame("preview\nreason So.\nextend north until 2026-11-28 18:00")},
		"ruling":        {open: func(t *testing.T) *club { return overseen(t) }, by: "third", text: aboutGame("ruling\nreason So.\nextend north until 2026-11-28 18:00")},
		"ruling league": {open: func(t *testing.T) *club { return duelOf(t) }, by: "third", text: plain("league spring\nruling\nreason So.\nresult 1-1-1-1 draw")},
		"claim":         {open: func(t *testing.T) *club { return overseen(t) }, by: "north", text: plain("referee: my report lacks a line")},
		"appeal": {open: func(t *testing.T) *club {
			return after(func(t *testing.T) *club { return judged(t) }, "third", "game GAME\nruling\nreason So.\nextend north until 2026-11-28 18:00")(t)
		}, by: "north", text: func(c *club) string { return "appeal 4: nobody asked me\n" }},
		"press": {open: opened(), by: "north", text: aboutGame("press\nHello")},

		"register":     {open: opened(), by: "north", key: freshKey, text: plain("keryx register 1\naddress " + northAt + "\nat " + serverAddress)},
		"confirm code": {open: withFresh("keryx register 1\n"), by: "north", key: freshKey, text: func(c *club) string { return "keryx confirm 1\ncode " + enrolling{c, northAt}.code() + "\n" }},
		"confirm key":  {open: withFresh("keryx register 1\n"), by: "north", text: plain("keryx confirm 1\nkey " + fresh + "\nat " + serverAddress)},
		"rotate":       {open: withFresh("keryx register 1\n"), by: "north", text: plain("keryx rotate 1\nto " + fresh + "\nat " + serverAddress)},
		"own":          {open: opened(), by: "north", text: plain("keryx own 1\ngame hel-9\nkey " + fresh + "\nat " + serverAddress)},
		"revoke":       {open: withFresh("keryx register 1\n", "old "+about("confirm", freshKey())), by: "north", key: freshKey, text: func(*club) string { return about("revoke", people()["north"].ssh) }},
		"stop":         {open: withFresh("keryx register 1\n", "keryx confirm 1\ncode CODE\n"), by: "north", text: func(*club) string { return about("stop", freshKey()) }},

		"absence":        {open: away, by: "north", text: plain("absence from 2026-11-23 to 2026-12-02")},
		"calendar files": {open: opened(), by: "north", text: plain("calendar files off")},
		"calendar feed":  {open: func(t *testing.T) *club { return subscribers(t).club }, by: "north", text: plain("calendar feed")},
		"pictures":       {open: opened(), by: "north", text: plain("pictures off")},
		"extend":         {open: opened(with(func(r *calendar.Rules) { r.Tokens = 1 })), by: "north", text: plain("extend")},
		"resign":         {open: opened(), by: "north", text: func(c *club) string { return "resign " + c.game + " " + c.seat("north").Answers + "\n" }},
		"offer":          {open: opened(), by: "north", text: plain("offer draw")},
		"withdraw":       {open: after(opened(), "north", "offer draw"), by: "north", text: plain("withdraw")},
		"volunteer":      {open: opened(), by: "third", text: plain("volunteer")},
		"take":           {open: sought, by: "third", text: func(c *club) string { return "take " + c.game + " north\n" }},
		"back":           {open: after(sought, "third", "take GAME north"), by: "third", text: func(c *club) string { return "handback " + c.game + "\n" }},
		"watch":          {open: opened(watchedGame(play.ObservedByAll, 24*time.Hour)), by: "third", text: func(c *club) string { return "watch " + c.game + "\n" }},
		"unwatch":        {open: after(opened(watchedGame(play.ObservedByAll, 24*time.Hour)), "third", "watch GAME"), by: "third", text: func(c *club) string { return "unwatch " + c.game + "\n" }},

		"join":            {open: springClub(true, ""), by: "north", text: plain("join spring")},
		"withdraw league": {open: springClub(true, "", northAt), by: "north", text: plain("withdraw spring")},
		"confirm":         {open: springClub(true, "2026-12-14", northAt, southAt), by: "north", text: plain("confirm spring")},
		"bid":             {open: func(t *testing.T) *club { return biddings(t) }, by: "north", text: plain("bid spring 1-1-1 south 3")},
		"agree":           {open: atEnd, by: "north", text: plain("agree 1-1-1-1 draw")},
		"verdict":         {open: func(t *testing.T) *club { return judgedClub(t, thirdAt, "fourth@example.org", "fifth@example.org") }, by: "third", text: plain("verdict 1-1-1-1 draw because nothing was won")},
		"challenge":       {open: ladderClub, by: "south", text: plain("challenge climb North")},
		"accept league":   {open: challenged, by: "north", text: plain("accept climb 1")},
		"decline league":  {open: challenged, by: "north", text: plain("decline climb 1")},
		"cancel league":   {open: challenged, by: "south", text: plain("cancel climb 1")},
		"cancel":          {open: challenged, by: "south", text: plain("cancel")},
	}
	for _, verb := range []string{"accept", "decline"} {
		all[verb] = spoken{open: after(opened(), "south", "offer draw"), by: "north", text: func(c *club) string {
			return verb + " " + c.game + " " + c.codeIn(northAt, "accept "+c.game) + "\n"
		}}
	}
	for kind, lines := range map[string]string{"help": "help", "status": "status", "report": "report", "template": "template", "odds": "odds hellespont", "absence list": "absence",
		"calendar": "calendar", "watch list": "watch"} {
		all[kind] = spoken{open: opened(), by: "north", text: plain(lines)}
	}
	all["check"] = spoken{open: opened(), by: "north", text: func(c *club) string { return "check\n" + c.orders("north", "bid 2") }}
	for _, kind := range []string{"standings", "fixtures", "results", "ratings", "rules"} {
		all[kind] = spoken{open: duel, by: "north", text: plain(kind + " spring")}
	}
	for _, kind := range []string{"ladder", "news"} {
		all[kind] = spoken{open: ladderClub, by: "north", text: plain(kind + " climb")}
	}
	return all
}

// duelOf is a duel in which third is the referee.
func duelOf(t *testing.T) *club { return duel(t, "") }

// sought is a club in which a volunteer is sought for north.
func sought(t *testing.T) *club {
	c := newClub(t)
	c.order("north", "bid 1")
	c.says("third", "volunteer\n")
	c.call("north")
	return c
}

// deep is all that a club has stored, but for mails, what was heard, and how often something was
// answered.
func (c *club) deep() map[string]string {
	c.t.Helper()
	all := map[string]string{}
	keep := func(name string, value any) {
		text, err := json.Marshal(value)
		check(c.t, err)
		all[name] = string(text)
	}
	c.view(func(tx store.ReadTx) error {
		settings, err := tx.SettingsUnder("")
		check(c.t, err)
		for name, value := range settings {
			if !strings.HasPrefix(name, "heard/") && !strings.HasPrefix(name, "answered/") {
				all["setting "+name] = string(value)
			}
		}
		players, err := tx.Players()
		check(c.t, err)
		for _, p := range players {
			keep("player "+p.Address, p)
			keys, err := tx.KeysOf(p.Address)
			check(c.t, err)
			keep("keys "+p.Address, keys)
		}
		leagues, err := tx.Leagues()
		keep("leagues", leagues)
		return err
	})
	keep("world", c.world())
	return all
}

// wrapped anew: the same signed text in mails that have nothing else in common.
func wraps(block string) map[string][]byte {
	base := base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(block, "\n", "\r\n")))
	return map[string][]byte{
		"another Message-ID":   letter(northAt, block),
		"another sender":       letter("mallory@example.org", block, "Reply-To: mallory@example.org"),
		"another armour":       letter("mallory@example.org", strings.Replace(block, "-----BEGIN PGP SIGNATURE-----\n", "-----BEGIN PGP SIGNATURE-----\nComment: once more\n", 1)),
		"another encoding":     letter("mallory@example.org", wrapped(base), utf8Plain, "Content-Transfer-Encoding: base64"),
		"blanks at line ends":  letter("mallory@example.org", blanksInside.ReplaceAllString(block, "$1 \t$2")),
		"a greeting around it": letter("mallory@example.org", "Hello,\n\n"+block+"\n\nYours\n"),
	}
}

// blanksInside finds the end of the first line of a signed text.
var blanksInside = regexp.MustCompile(`(?s)^(.*?\n\n[^\n]*)(\n)`)

// Every kind of signed text is sent once, and then again in whatever wrapping, by whomever, and to
// another club: the second one changes nothing, and where the first did it is answered as a repeat.
func TestSignedTextsAgain(t *testing.T) {
	examples := spokenTexts()
	for _, row := range requests.SignedTexts() {
		example, ok := examples[row.Kind]
		if !ok {
			t.Errorf("%s: no example", row.Kind)
			continue
		}
		delete(examples, row.Kind)
		t.Run(row.Kind, func(t *testing.T) { example.again(t, row) })
	}
	for kind := range examples {
		t.Errorf("%s is not in the table", kind)
	}
}

func (s spoken) again(t *testing.T, row requests.SignedText) {
	c := s.open(t)
	block := sign(t, s.signer(), c.bound(s.text(c)), c.now)
	if s.key != nil {
		block += "\n" + s.signer().Public().Text
	}
	before := c.deep()
	first := c.receive(letter(people()[s.by].address, block))
	changed := cmp.Diff(before, c.deep())
	switch {
	case row.Guard == written.Asks && changed != "":
		t.Fatalf("it is said to ask only, and changes something:\n%s", changed)
	case row.Guard != written.Asks && (changed == "" && row.Kind != "orders" || first.State != store.Command && first.State != store.Accepted):
		t.Fatalf("it does nothing: %s (%s)", first.State, first.Reason)
	}
	after := c.deep()
	for name, raw := range wraps(block) {
		c.now = c.now.Add(time.Second)
		got := c.receive(raw)
		if whole() { // which of them it was; else they are looked at together
			if d := cmp.Diff(after, c.deep()); d != "" {
				t.Errorf("%s: it changes something again: %s (%s)\n%s", name, got.State, got.Reason, d)
			}
		}
		switch {
		case row.Guard == written.Bound, row.Kind == "orders", row.Kind == "register", row.Kind == "stop":
			if got.State != store.Duplicate {
				t.Errorf("%s: it is %s (%s), not a repeat", name, got.State, got.Reason)
			}
		case row.Guard != written.Asks && (got.State == store.Command || got.State == store.Accepted):
			t.Errorf("%s: it is %s (%s)", name, got.State, got.Reason)
		}
	}
	if d := cmp.Diff(after, c.deep()); d != "" {
		t.Errorf("one of them changes something again; %s=1 tells which:\n%s", wholeEnv, d)
	}
	there := s.open(t)
	there.Post.Address = "keryx@other.example"
	before = there.deep()
	got := there.receive(letter("mallory@example.org", block))
	if d := cmp.Diff(before, there.deep()); d != "" {
		t.Errorf("at another club it is %s (%s), and changes something:\n%s", got.State, got.Reason, d)
	}
}

// What asks for a change without saying at which server and when is not done: so is all that was
// signed before there were such lines. The answer has the text with both, and that is carried out.
func TestRequestsWithoutTheirLines(t *testing.T) {
	examples := spokenTexts()
	for _, row := range requests.SignedTexts() {
		if row.Guard != written.Bound {
			continue
		}
		t.Run(row.Kind, func(t *testing.T) {
			s := examples[row.Kind]
			c := s.open(t)
			before := c.deep()
			c.sent()
			if got := c.receive(letter(people()[s.by].address, sign(t, s.signer(), s.text(c), c.now))); got.State != store.Faulty {
				t.Errorf("it is %s (%s)", got.State, got.Reason)
			}
			if d := cmp.Diff(before, c.deep()); d != "" {
				t.Errorf("it changes something:\n%s", d)
			}
			answers := c.sent()
			if len(answers) != 1 {
				t.Fatalf("%d answers: %q", len(answers), kinds(answers))
			}
			_, ready, found := strings.Cut(text(t, answers[0]), "sign it and send it:\n\n")
			ready, _, _ = strings.Cut(ready, "\n\nYou get this")
			if !found || !strings.HasPrefix(ready, "at "+serverAddress+"\ndated ") {
				t.Fatalf("the answer has no text that is ready:\n%s", text(t, answers[0]))
			}
			c.receive(letter(people()[s.by].address, sign(t, s.signer(), ready, c.now)))
			if d := cmp.Diff(before, c.deep()); d == "" {
				t.Errorf("the text that is ready does nothing:\n%s\n%s", ready, texts(t, c.sent()))
			}
		})
	}
}
