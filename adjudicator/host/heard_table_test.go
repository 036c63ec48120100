package host_test

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
	open func(t *testing.T) *hosttest.Club
	by   string              // of people
	key  func() *mail.Signer // in the place of his own
	text func(c *hosttest.Club) string
}

// freshKeys are keys that nobody has registered yet.
var freshKey = sync.OnceValue(func() *mail.Signer { return hosttest.NewSigner("fresh", mail.OpenPGP) })

func (s spoken) signer() *mail.Signer {
	if s.key != nil {
		return s.key()
	}
	return hosttest.People()[s.by].PGP
}

func plain(lines string) func(*hosttest.Club) string {
	return func(*hosttest.Club) string { return lines + "\n" }
}

// aboutGame is a text below the name of the game.
func aboutGame(lines string) func(*hosttest.Club) string {
	return func(c *hosttest.Club) string { return "game " + c.Game + "\n" + lines + "\n" }
}

func opened(change ...hosttest.Setting) func(*testing.T) *hosttest.Club {
	return func(t *testing.T) *hosttest.Club { return hosttest.NewClub(t, change...) }
}

// after is a club in which something was said before.
func after(open func(*testing.T) *hosttest.Club, by, text string) func(*testing.T) *hosttest.Club {
	return func(t *testing.T) *hosttest.Club {
		c := open(t)
		if row := c.Mails(by, strings.ReplaceAll(text, "GAME", c.Game)+"\n"); row.State != store.Command {
			t.Fatalf("%s of %s: %s (%s)", text, by, row.State, row.Reason)
		}
		return c
	}
}

// codeIn is the last code that a letter to somebody tells behind some words.
func codeIn(c *hosttest.Club, address, words string) string {
	c.T.Helper()
	c.Known = 0
	code := ""
	for _, m := range c.Sent() {
		if found := regexp.MustCompile(words + ` ([A-Z2-9]{4}-[A-Z2-9]{4})`).FindStringSubmatch(hosttest.Flat(hosttest.TextOf(c.T, m))); m.Recipient == address && found != nil {
			code = found[1]
		}
	}
	if code == "" {
		c.T.Fatalf("%s was told no code behind %q", address, words)
	}
	return code
}

func springClub(open bool, day string, entered ...string) func(*testing.T) *hosttest.Club {
	return func(t *testing.T) *hosttest.Club {
		c := hosttest.LeagueClub(t, hosttest.SpringLeague)
		if open {
			_, err := c.Leagues.OpenLeague(t.Context(), "spring")
			hosttest.Check(t, err)
		}
		for _, address := range entered {
			hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
		}
		if day != "" {
			at, err := time.Parse(time.DateOnly, day)
			hosttest.Check(t, err)
			c.Time = at.Add(9 * time.Hour)
			hosttest.TendLeagues(c)
		}
		return c
	}
}

// ladderClub is a ladder of which north and south have the first places.
func ladderClub(t *testing.T) *hosttest.Club {
	c := hosttest.LeagueClub(t, hosttest.ClimbLadder)
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "climb", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "climb", hosttest.SouthAt, 0, 0))
	_, err := c.Leagues.OpenLeague(t.Context(), "climb")
	hosttest.Check(t, err)
	return c
}

// enrolled is a club in which the fresh key of north has come as far as some texts bring it.
func withFresh(texts ...string) func(*testing.T) *hosttest.Club {
	return func(t *testing.T) *hosttest.Club {
		c := hosttest.NewClub(t)
		for _, text := range texts {
			e := hosttest.Enrolling{Club: c, North: hosttest.NorthAt}
			key := freshKey()
			if strings.HasPrefix(text, "old ") {
				key, text = hosttest.People()["north"].PGP, strings.TrimPrefix(text, "old ")
			}
			if strings.Contains(text, "CODE") {
				text = strings.ReplaceAll(text, "CODE", e.Code())
			} else {
				c.Sent()
			}
			if row := e.Send(key, text, freshKey()); row.State != store.Command {
				t.Fatalf("%s: %s (%s)", text, row.State, row.Reason)
			}
		}
		return c
	}
}

// spokenTexts has an example of each kind of [requests.SignedTexts].
func spokenTexts() map[string]spoken {
	duel := springClub(true, "2026-12-20", hosttest.NorthAt, hosttest.SouthAt)
	atEnd := func(t *testing.T) *hosttest.Club {
		c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1))
		for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt} {
			hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
		}
		for _, day := range []time.Time{time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC), time.Date(2027, 6, 1, 9, 0, 0, 0, time.UTC)} {
			c.Time = day
			hosttest.TendLeagues(c)
		}
		return c
	}
	challenged := after(ladderClub, "south", "challenge climb North")
	fresh := freshKey().Public().Fingerprint
	all := map[string]spoken{
		"orders": {open: opened(), by: "north", text: func(c *hosttest.Club) string { return c.Orders("north", "bid 2") }},
		"slip":   {open: opened(), by: "north", text: plain("absense from 2026-11-23 to 2026-12-02")},
		"preview": {open: func(t *testing.T) *hosttest.Club {
			return after(func(t *testing.T) *hosttest.Club { return hosttest.Overseen(t) }, "third", "game GAME\npreview\nreason So.\nextend north until 2026-12-24 18:00")(t)
		}, by: "third", text: aboutGame("preview\nreason So.\nextend north until 2026-11-28 18:00")},
		"ruling":        {open: func(t *testing.T) *hosttest.Club { return hosttest.Overseen(t) }, by: "third", text: aboutGame("ruling\nreason So.\nextend north until 2026-11-28 18:00")},
		"ruling league": {open: func(t *testing.T) *hosttest.Club { return duelOf(t) }, by: "third", text: plain("league spring\nruling\nreason So.\nresult 1-1-1-1 draw")},
		"claim":         {open: func(t *testing.T) *hosttest.Club { return hosttest.Overseen(t) }, by: "north", text: plain("referee: my report lacks a line")},
		"appeal": {open: func(t *testing.T) *hosttest.Club {
			return after(func(t *testing.T) *hosttest.Club { return hosttest.Judged(t) }, "third", "game GAME\nruling\nreason So.\nextend north until 2026-11-28 18:00")(t)
		}, by: "north", text: func(c *hosttest.Club) string { return "appeal 4: nobody asked me\n" }},
		"press": {open: opened(), by: "north", text: aboutGame("press\nHello")},

		"register": {open: opened(), by: "north", key: freshKey, text: plain("keryx register 1\naddress " + hosttest.NorthAt + "\nat " + hosttest.ServerAddress)},
		"confirm code": {open: withFresh("keryx register 1\n"), by: "north", key: freshKey, text: func(c *hosttest.Club) string {
			return "keryx confirm 1\ncode " + hosttest.Enrolling{Club: c, North: hosttest.NorthAt}.Code() + "\n"
		}},
		"confirm key": {open: withFresh("keryx register 1\n"), by: "north", text: plain("keryx confirm 1\nkey " + fresh + "\nat " + hosttest.ServerAddress)},
		"rotate":      {open: withFresh("keryx register 1\n"), by: "north", text: plain("keryx rotate 1\nto " + fresh + "\nat " + hosttest.ServerAddress)},
		"own":         {open: opened(), by: "north", text: plain("keryx own 1\ngame hel-9\nkey " + fresh + "\nat " + hosttest.ServerAddress)},
		"revoke":      {open: withFresh("keryx register 1\n", "old "+hosttest.AboutKey("confirm", freshKey())), by: "north", key: freshKey, text: func(*hosttest.Club) string { return hosttest.AboutKey("revoke", hosttest.People()["north"].SSH) }},
		"stop":        {open: withFresh("keryx register 1\n", "keryx confirm 1\ncode CODE\n"), by: "north", text: func(*hosttest.Club) string { return hosttest.AboutKey("stop", freshKey()) }},

		"absence":        {open: hosttest.Away, by: "north", text: plain("absence from 2026-11-23 to 2026-12-02")},
		"calendar files": {open: opened(), by: "north", text: plain("calendar files off")},
		"calendar feed":  {open: func(t *testing.T) *hosttest.Club { return subscribers(t).club }, by: "north", text: plain("calendar feed")},
		"pictures":       {open: opened(), by: "north", text: plain("pictures off")},
		"extend":         {open: opened(hosttest.WithCalendar(func(r *calendar.Rules) { r.Tokens = 1 })), by: "north", text: plain("extend")},
		"resign":         {open: opened(), by: "north", text: func(c *hosttest.Club) string { return "resign " + c.Game + " " + c.Seat("north").Answers + "\n" }},
		"offer":          {open: opened(), by: "north", text: plain("offer draw")},
		"withdraw":       {open: after(opened(), "north", "offer draw"), by: "north", text: plain("withdraw")},
		"volunteer":      {open: opened(), by: "third", text: plain("volunteer")},
		"take":           {open: sought, by: "third", text: func(c *hosttest.Club) string { return "take " + c.Game + " north\n" }},
		"back":           {open: after(sought, "third", "take GAME north"), by: "third", text: func(c *hosttest.Club) string { return "handback " + c.Game + "\n" }},
		"watch":          {open: opened(hosttest.WatchedGame(play.ObservedByAll, 24*time.Hour)), by: "third", text: func(c *hosttest.Club) string { return "watch " + c.Game + "\n" }},
		"unwatch":        {open: after(opened(hosttest.WatchedGame(play.ObservedByAll, 24*time.Hour)), "third", "watch GAME"), by: "third", text: func(c *hosttest.Club) string { return "unwatch " + c.Game + "\n" }},

		"join":            {open: springClub(true, ""), by: "north", text: plain("join spring")},
		"withdraw league": {open: springClub(true, "", hosttest.NorthAt), by: "north", text: plain("withdraw spring")},
		"confirm":         {open: springClub(true, "2026-12-14", hosttest.NorthAt, hosttest.SouthAt), by: "north", text: plain("confirm spring")},
		"bid":             {open: func(t *testing.T) *hosttest.Club { return hosttest.Biddings(t) }, by: "north", text: plain("bid spring 1-1-1 south 3")},
		"agree":           {open: atEnd, by: "north", text: plain("agree 1-1-1-1 draw")},
		"verdict": {open: func(t *testing.T) *hosttest.Club {
			return hosttest.JudgedClub(t, hosttest.ThirdAt, "fourth@example.org", "fifth@example.org")
		}, by: "third", text: plain("verdict 1-1-1-1 draw because nothing was won")},
		"challenge":      {open: ladderClub, by: "south", text: plain("challenge climb North")},
		"accept league":  {open: challenged, by: "north", text: plain("accept climb 1")},
		"decline league": {open: challenged, by: "north", text: plain("decline climb 1")},
		"cancel league":  {open: challenged, by: "south", text: plain("cancel climb 1")},
		"cancel":         {open: challenged, by: "south", text: plain("cancel")},
	}
	for _, verb := range []string{"accept", "decline"} {
		all[verb] = spoken{open: after(opened(), "south", "offer draw"), by: "north", text: func(c *hosttest.Club) string {
			return verb + " " + c.Game + " " + codeIn(c, hosttest.NorthAt, "accept "+c.Game) + "\n"
		}}
	}
	for kind, lines := range map[string]string{"help": "help", "status": "status", "report": "report", "template": "template", "odds": "odds hellespont", "absence list": "absence",
		"calendar": "calendar", "watch list": "watch"} {
		all[kind] = spoken{open: opened(), by: "north", text: plain(lines)}
	}
	all["check"] = spoken{open: opened(), by: "north", text: func(c *hosttest.Club) string { return "check\n" + c.Orders("north", "bid 2") }}
	for _, kind := range []string{"standings", "fixtures", "results", "ratings", "rules"} {
		all[kind] = spoken{open: duel, by: "north", text: plain(kind + " spring")}
	}
	for _, kind := range []string{"ladder", "news"} {
		all[kind] = spoken{open: ladderClub, by: "north", text: plain(kind + " climb")}
	}
	return all
}

// duelOf is a duel in which third is the referee.
func duelOf(t *testing.T) *hosttest.Club { return hosttest.Duel(t, "") }

// sought is a club in which a volunteer is sought for north.
func sought(t *testing.T) *hosttest.Club {
	c := hosttest.NewClub(t)
	c.Order("north", "bid 1")
	c.Mails("third", "volunteer\n")
	c.CallSubstitute("north")
	return c
}

// deep is all that a club has stored, but for mails, what was heard, and how often something was
// answered.
func deep(c *hosttest.Club) map[string]string {
	c.T.Helper()
	all := map[string]string{}
	keep := func(name string, value any) {
		text, err := json.Marshal(value)
		hosttest.Check(c.T, err)
		all[name] = string(text)
	}
	c.View(func(tx store.ReadTx) error {
		settings, err := tx.SettingsUnder("")
		hosttest.Check(c.T, err)
		for name, value := range settings {
			if !strings.HasPrefix(name, "heard/") && !strings.HasPrefix(name, "answered/") {
				all["setting "+name] = string(value)
			}
		}
		players, err := tx.Players()
		hosttest.Check(c.T, err)
		for _, p := range players {
			keep("player "+p.Address, p)
			keys, err := tx.KeysOf(p.Address)
			hosttest.Check(c.T, err)
			keep("keys "+p.Address, keys)
		}
		leagues, err := tx.Leagues()
		keep("leagues", leagues)
		return err
	})
	keep("world", c.World())
	return all
}

// wrapped anew: the same signed text in mails that have nothing else in common.
func wraps(block string) map[string][]byte {
	base := base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(block, "\n", "\r\n")))
	return map[string][]byte{
		"another Message-ID":   hosttest.Letter(hosttest.NorthAt, block),
		"another sender":       hosttest.Letter("mallory@example.org", block, "Reply-To: mallory@example.org"),
		"another armour":       hosttest.Letter("mallory@example.org", strings.Replace(block, "-----BEGIN PGP SIGNATURE-----\n", "-----BEGIN PGP SIGNATURE-----\nComment: once more\n", 1)),
		"another encoding":     hosttest.Letter("mallory@example.org", wrapped(base), hosttest.UTF8Plain, "Content-Transfer-Encoding: base64"),
		"blanks at line ends":  hosttest.Letter("mallory@example.org", blanksInside.ReplaceAllString(block, "$1 \t$2")),
		"a greeting around it": hosttest.Letter("mallory@example.org", "Hello,\n\n"+block+"\n\nYours\n"),
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
	block := hosttest.Sign(t, s.signer(), c.Bound(s.text(c)), c.Time)
	if s.key != nil {
		block += "\n" + s.signer().Public().Text
	}
	before := deep(c)
	first := c.Receive(hosttest.Letter(hosttest.People()[s.by].Address, block))
	changed := cmp.Diff(before, deep(c))
	switch {
	case row.Guard == written.Asks && changed != "":
		t.Fatalf("it is said to ask only, and changes something:\n%s", changed)
	case row.Guard != written.Asks && (changed == "" && row.Kind != "orders" || first.State != store.Command && first.State != store.Accepted):
		t.Fatalf("it does nothing: %s (%s)", first.State, first.Reason)
	}
	after := deep(c)
	for name, raw := range wraps(block) {
		c.Time = c.Time.Add(time.Second)
		got := c.Receive(raw)
		if hosttest.Whole() { // which of them it was; else they are looked at together
			if d := cmp.Diff(after, deep(c)); d != "" {
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
	if d := cmp.Diff(after, deep(c)); d != "" {
		t.Errorf("one of them changes something again; %s=1 tells which:\n%s", hosttest.WholeEnv, d)
	}
	there := s.open(t)
	there.Post.Address = "keryx@other.example"
	before = deep(there)
	got := there.Receive(hosttest.Letter("mallory@example.org", block))
	if d := cmp.Diff(before, deep(there)); d != "" {
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
			before := deep(c)
			c.Sent()
			if got := c.Receive(hosttest.Letter(hosttest.People()[s.by].Address, hosttest.Sign(t, s.signer(), s.text(c), c.Time))); got.State != store.Faulty {
				t.Errorf("it is %s (%s)", got.State, got.Reason)
			}
			if d := cmp.Diff(before, deep(c)); d != "" {
				t.Errorf("it changes something:\n%s", d)
			}
			answers := c.Sent()
			if len(answers) != 1 {
				t.Fatalf("%d answers: %q", len(answers), hosttest.KindsOf(answers))
			}
			_, ready, found := strings.Cut(hosttest.TextOf(t, answers[0]), "sign it and send it:\n\n")
			ready, _, _ = strings.Cut(ready, "\n\nYou get this")
			if !found || !strings.HasPrefix(ready, "at "+hosttest.ServerAddress+"\ndated ") {
				t.Fatalf("the answer has no text that is ready:\n%s", hosttest.TextOf(t, answers[0]))
			}
			c.Receive(hosttest.Letter(hosttest.People()[s.by].Address, hosttest.Sign(t, s.signer(), ready, c.Time)))
			if d := cmp.Diff(before, deep(c)); d == "" {
				t.Errorf("the text that is ready does nothing:\n%s\n%s", ready, hosttest.Texts(t, c.Sent()))
			}
		})
	}
}
