package host_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/verify"
	"keryx/store"
	"keryx/templates"
)

// campaignEnv is how many days of calendar [TestCampaign] plays; 60 unless set.
const campaignEnv = "KERYX_CAMPAIGN"

// campaign plays game after game between two players, under a referee, and writes a diary of
// what happened to their clocks. Beside the host it reckons by itself how long each side has
// had, and who has stopped writing.
type campaign struct {
	club     *club
	founded  time.Time // when the game began
	diary    []string
	count    map[string]int
	had      map[string]time.Duration // by side: how long it has been asked with its clock running
	code     map[string]string        // by side: what it was asked by
	vanished map[string]bool          // by side: that its player has not written
	decided  map[string]int           // by game: rulings that were accepted
	ordered  map[string]int           // by game: order files that were accepted
	seen     map[string]int           // by game: entries that were looked at
	resigned map[string]int           // by game: resignations
	offered  map[string]int           // by game: offers, and answers to them
	claim    string                   // the number of the claim that waits
	appeal   string                   // the number of the appeal that waits
	appealed map[string]int           // by game: appeals, each decided by the second referee
	taken    string                   // what a volunteer is asked to answer
	ahead    bool                     // the clock is ahead, or has just been
	still    bool                     // no clock runs
}

func (c *campaign) note(format string, args ...any) {
	c.diary = append(c.diary, c.club.now.UTC().Format("2006-01-02 15:04 ")+fmt.Sprintf(format, args...))
}

// deed notes something that is counted.
func (c *campaign) deed(what string) {
	c.count[what]++
	c.note("%s (%s)", what, c.club.game)
}

// mails notes what was sent of deadlines.
func (c *campaign) mails() {
	c.club.t.Helper()
	for _, m := range c.club.sent() {
		if m.Recipient == host.MachineAddress {
			continue
		}
		if take := "take " + c.club.game + " north"; m.Recipient == people()["mallory"].address && strings.Contains(text(c.club.t, m), take) && c.holder("north") == "north" {
			c.taken = take
		}
		switch said := flat(text(c.club.t, m)); m.Kind {
		case "reminder":
			c.note("%s is reminded in %s", m.Side, m.Game)
		case "notice":
			if strings.Contains(said, "clock of the machine was ahead") && !c.ahead {
				c.club.t.Errorf("%s: the clock is said to have been ahead, and was not", c.club.now)
			}
			c.note("notice to %s: %s", strings.Split(m.Recipient, "@")[0], said[:min(len(said), 110)])
		}
	}
}

// asked begins to reckon anew for a side that is asked something else.
func (c *campaign) asked() {
	for _, side := range []string{"north", "south"} {
		if code := c.club.game + c.club.seat(side).Answers + c.club.seat(side).Player; code != c.code[side] {
			c.code[side], c.had[side] = code, 0
			c.night(side)
		}
	}
}

// judged fails for who is late before he has had his time, and for who is answered for and
// has not vanished.
func (c *campaign) judged() {
	c.club.t.Helper()
	for _, side := range []string{"north", "south"} {
		seat := c.club.seat(side)
		if code := c.club.game + seat.Answers + seat.Player; code == c.code[side] && reminds(seat) && (c.had[side] < answerTime || seat.Deadline.After(c.club.now)) {
			c.club.t.Errorf("%s: %s is late in %s and has had %s", c.club.now, side, c.club.game, c.had[side])
		}
	}
	all := c.club.entries()
	for _, e := range all[min(c.seen[c.club.game], len(all)):] {
		if e.Kind != string(adjudicator.Deadline) {
			continue
		}
		c.deed(e.Side + " is answered for")
		if !c.vanished[e.Side] || c.had[e.Side] < answerTime {
			c.club.t.Errorf("%s: %s is answered for in %s after %s, vanished: %t", c.club.now, e.Side, c.club.game, c.had[e.Side], c.vanished[e.Side])
		}
	}
	c.seen[c.club.game] = len(all)
	c.asked()
}

// awake has the daemon have looked at the clock every minute up to now.
func (c *campaign) awake() {
	c.club.update(func(tx store.Tx) error {
		return tx.SetSetting("awake", []byte(c.club.now.UTC().Format(time.RFC3339Nano)))
	})
}

// pass lets time go by, four hours a step.
func (c *campaign) pass(hours int) {
	for range hours / 4 {
		c.club.now = c.club.now.Add(4 * time.Hour)
		c.awake()
		if !c.still {
			c.had["north"] += 4 * time.Hour
			c.had["south"] += 4 * time.Hour
		}
		c.club.sweep()
		c.judged()
		for c.club.seat("south").Player == host.MachineAddress && c.club.flush(&carrier{}) > 0 {
			c.asked()
		}
		c.mails()
	}
}

// tooSoon is how old a game is that need not have noticed yet that one of its players has vanished.
const tooSoon = 8 * calendar.Day

// founds begins the next game as the day has it: against the machine, one that waits for a
// substitute of who vanishes, or an ordinary one.
func (c *campaign) founds(day int) {
	c.club.t.Helper()
	kind := []settings{judge, with(agreed), contract(post.Defaults)}
	switch {
	case day >= 40 && day < 47:
		kind = append(kind, func(n *post.NewGame) { n.Seats = map[string]string{"north": northAt, "south": "Machine"} })
	case day >= 47 && day < 59:
		kind = append(kind, contract(post.Substitute), with(func(r *calendar.Rules) {
			agreed(r)
			r.Missed, r.Warn, r.Bank = 1, calendar.Span{}, calendar.Bank{}
		}))
	}
	c.club.game, c.founded = c.club.found(kind...), c.club.now
	c.still, c.claim, c.appeal, c.taken = false, "", "", ""
	c.asked()
	c.mails()
}

// agreed is the calendar of the games.
func agreed(r *calendar.Rules) {
	r.Zone, r.Bank, r.Tokens = "Europe/Paris", calendar.Bank{Days: 10, Each: 1}, 3
	r.Warn = calendar.Span{Duration: 24 * time.Hour}
	if err := r.Hours.UnmarshalText([]byte("02:30")); err != nil {
		panic(err)
	}
}

// judge has the third player oversee a game.
func judge(n *post.NewGame) { n.Referee = thirdAt }

// holder is the name of who plays a side.
func (c *campaign) holder(side string) string {
	return strings.Split(c.club.seat(side).Player, "@")[0]
}

// answers lets who plays a side do what he plans, if he is asked.
func (c *campaign) answers(side string) {
	c.club.t.Helper()
	name := c.holder(side)
	if c.club.status() == store.Ended || c.club.seat(side).Deadline == nil || people()[name].ssh == nil {
		return
	}
	plan, err := c.club.Intake.Plan(c.club.t.Context(), c.club.game, side, adjudicator.Random{Rand: rand.New(rand.NewPCG(seed.First(c.club.t, 4), uint64(c.club.now.Unix())))})
	check(c.club.t, err)
	if len(plan) == 0 {
		return
	}
	late := c.club.seat(side).Deadline.Before(c.club.now)
	c.club.order2(name, side, write(plan))
	c.ordered[c.club.game]++
	c.count["orders"]++
	c.note("%s orders %q in %s%s", name, write(plan), c.club.game, map[bool]string{true: ", late"}[late])
	c.asked()
	c.mails()
}

// decides lets the referee rule; the ruling is to stand in the ledger.
func (c *campaign) decides(act string) {
	c.club.t.Helper()
	row := c.club.says("third", "game "+c.club.game+"\nruling\n"+act+"\nreason Day "+c.club.now.Format(time.DateOnly)+".\n")
	if strings.Contains(row.Reason, "amended-not-now") || strings.Contains(row.Reason, "ruling-back-nothing") {
		c.deed("no ruling now: " + strings.Fields(act)[0])
		return
	}
	if row.State != store.Command {
		c.club.t.Fatalf("%s: %q in %s: %s (%s)", c.club.now, act, c.club.game, row.State, row.Reason)
	}
	c.decided[c.club.game]++
	c.deed("ruling: " + strings.Fields(act)[0])
	if n := c.rulings(); n != c.decided[c.club.game] {
		c.club.t.Errorf("%q in %s: %d rulings in the ledger of %d", act, c.club.game, n, c.decided[c.club.game])
	}
	c.asked()
	c.mails()
}

// rulings is how many entries of the ledger the referee has signed.
func (c *campaign) rulings() (n int) {
	for _, e := range c.club.entries() {
		if e.Kind == string(adjudicator.Ruling) && e.Fingerprint == people()["third"].ssh.Public().Fingerprint {
			n++
		}
	}
	return n
}

// event does what belongs to a day of the sixty.
func (c *campaign) event(day int) {
	c.club.t.Helper()
	if c.club.status() == store.Ended {
		return
	}
	switch day {
	case 3:
		c.decides("pause until " + c.club.now.AddDate(0, 0, 2).Format(time.DateOnly))
		c.still = true
	case 5:
		c.still = false
	case 7:
		side := "north"
		if c.club.seat(side).Deadline == nil {
			side = "south"
		}
		until := c.club.now.AddDate(0, 0, 6)
		c.decides("extend " + side + " until " + until.Format(time.DateOnly))
		if at := c.club.seat(side).Deadline; at == nil || at.Before(until.Add(-24*time.Hour)) {
			c.club.t.Errorf("%s: extended to %s, and it is %v", c.club.now, until, at)
		}
	case 10:
		from := c.club.now.AddDate(0, 0, 3)
		said := c.club.requests("north", northAt, fmt.Sprintf("absence from %s to %s\n", from.Format(time.DateOnly), from.AddDate(0, 0, 3).Format(time.DateOnly)))
		c.note("north announces an absence: %.120s", said)
	case 13:
		c.decides("paces south 2")
	case 16:
		if at := c.club.orderEntries(); len(at) > 1 {
			c.decides(fmt.Sprintf("back to %d", at[len(at)-2]))
		}
	case 20:
		c.club.requests("south", southAt, "extend\n")
		c.note("south asks for an extension")
	case 22:
		line := c.club.offered("north", "south", "draw")
		c.commands("south", strings.Replace(line, "accept", "decline", 1))
		c.offered[c.club.game] += 2
		c.deed("a draw is declined")
	case 25:
		number := regexp.MustCompile(`It has the number (\d+)`).FindStringSubmatch(c.club.requests("north", northAt, "game "+c.club.game+"\nreferee: what of "+c.club.now.Format(time.DateOnly)+"?\n"))
		if number == nil {
			c.club.t.Fatalf("%s: no claim was made", c.club.now)
		}
		c.claim = number[1]
		c.deed("a claim is made")
	case 26:
		if c.claim != "" {
			c.decides("dismiss " + c.claim)
			c.claim = ""
			c.appeals()
		}
	case 29:
		c.settles()
	case 28:
		c.jump()
	case 30:
		c.outage()
	case 40, 47, 59:
		name := c.holder("north")
		if day == 59 && name == "north" && c.club.now.Sub(c.founded) > tooSoon {
			c.club.t.Errorf("%s: nobody has taken over from who vanished from %s", c.club.now, c.club.game)
		}
		c.commands(name, "resign "+c.club.game+" "+c.club.seat("north").Answers)
		c.resigned[c.club.game]++
		c.deed(name + " resigns")
	}
}

// appeals has north appeal against the last ruling.
func (c *campaign) appeals() {
	c.club.t.Helper()
	said := c.club.requests("north", northAt, fmt.Sprintf("game %s\nappeal %d: nobody has looked, on %s\n", c.club.game, len(c.club.entries()), c.club.now.Format(time.DateOnly)))
	number := regexp.MustCompile(`and has the number (\d+)`).FindStringSubmatch(said)
	if number == nil {
		c.club.t.Fatalf("%s: no appeal was made:\n%s", c.club.now, said)
	}
	c.appeal = number[1]
	c.appealed[c.club.game]++
	c.deed("an appeal is made")
}

// settles has the second referee decide the appeal, by turns: the ruling stands, it was wrong,
// or something else takes its place. Who gave it cannot.
func (c *campaign) settles() {
	c.club.t.Helper()
	if c.appeal == "" {
		return
	}
	head := "game " + c.club.game + "\nruling\nreason I have looked, on " + c.club.now.Format(time.DateOnly) + ".\n"
	if row := c.club.says("third", head+"dismiss "+c.appeal+"\n"); row.State != store.Faulty || !strings.Contains(row.Reason, "ruling-appeal-own") {
		c.club.t.Errorf("%s: who gave the ruling decides the appeal: %s (%s)", c.club.now, row.State, row.Reason)
	}
	act := []string{"dismiss " + c.appeal, "on appeal " + c.appeal + "\nextend north until " + c.club.now.AddDate(0, 0, 6).Format(time.DateOnly), "uphold " + c.appeal}[c.count["an appeal is made"]%3]
	if c.club.seat("north").Deadline == nil && strings.Contains(act, "extend") { // nor is south given time, which has vanished
		act = "uphold " + c.appeal
	}
	if row := c.club.says("judge", head+act+"\n"); row.State != store.Command {
		c.club.t.Fatalf("%s: %q in %s: %s (%s)", c.club.now, act, c.club.game, row.State, row.Reason)
	}
	c.appeal = ""
	c.deed("an appeal is decided: " + strings.Fields(act)[0])
	c.asked()
	c.mails()
}

// night counts the deadlines that lie in a night in which the clocks are changed, as the calendar
// of the games has them: at the next time that there is, or at the later of two.
func (c *campaign) night(side string) {
	c.club.t.Helper()
	at := c.club.seat(side).Deadline
	if at == nil {
		return
	}
	paris, err := time.LoadLocation("Europe/Paris")
	check(c.club.t, err)
	_, before := at.Add(-12 * time.Hour).In(paris).Zone()
	_, after := at.Add(12 * time.Hour).In(paris).Zone()
	if before == after || at.In(paris).Hour() < 2 || at.In(paris).Hour() > 3 {
		return
	}
	c.deed("a deadline in the night of the change")
	if utc := at.UTC().Format("15:04"); before < after && utc != "01:00" || before > after && utc != "01:30" {
		c.club.t.Errorf("%s: the deadline of %s in the night of the change is %s", c.club.now, side, at)
	}
}

// commands sends something that must be done.
func (c *campaign) commands(name, line string) {
	c.club.t.Helper()
	if row := c.club.says(name, line+"\n"); row.State != store.Command {
		c.club.t.Fatalf("%s: %q of %s: %s (%s)", c.club.now, line, name, row.State, row.Reason)
	}
	c.asked()
	c.mails()
}

// jump has the clock ahead by a day for four hours, and set right again.
func (c *campaign) jump() {
	c.club.t.Helper()
	c.deed("the clock jumps")
	c.ahead = true
	defer func() { c.ahead = false }()
	for _, by := range []time.Duration{calendar.Day, -calendar.Day} {
		c.awake()
		c.club.now = c.club.now.Add(by)
		_, err := c.club.Recovery.Heartbeat(c.club.t.Context())
		check(c.club.t, err)
		c.club.sweep()
		c.judged()
		c.mails()
		c.pass(4)
	}
	if s, err := c.club.Recovery.Ahead(c.club.t.Context()); err != nil || !s.Empty() {
		c.club.t.Errorf("%s: still ahead: %+v, %v", c.club.now, s, err)
	}
}

// outage has the server away for three days.
func (c *campaign) outage() {
	c.club.t.Helper()
	c.deed("outage")
	c.awake()
	c.club.now = c.club.now.Add(72 * time.Hour)
	_, err := c.club.Recovery.Heartbeat(c.club.t.Context())
	check(c.club.t, err)
	c.club.sweep()
	c.judged()
	c.mails()
}

// proven replays a game, compares its ledger with what was decided, and verifies what either
// side was sent, and both together.
func (c *campaign) proven(all []store.OutboxMail) {
	c.club.t.Helper()
	c.club.replays()
	if n := c.rulings(); n != c.decided[c.club.game] {
		c.club.t.Errorf("%s: %d rulings in the ledger of %d", c.club.game, n, c.decided[c.club.game])
	}
	own, kinds := 0, map[string]int{}
	for _, e := range c.club.entries() {
		kinds[e.Kind]++
		if e.Kind == string(adjudicator.Ordered) && e.Fingerprint != "" {
			own++
		}
	}
	if own < c.ordered[c.club.game] {
		c.club.t.Errorf("%s: %d order files in the ledger of %d", c.club.game, own, c.ordered[c.club.game])
	}
	if r, o := kinds[string(adjudicator.Resigned)], kinds[string(adjudicator.Offered)]; r != c.resigned[c.club.game] || o != c.offered[c.club.game] {
		c.club.t.Errorf("%s: %d resignations in the ledger of %d, %d lines of offers of %d", c.club.game, r, c.resigned[c.club.game], o, c.offered[c.club.game])
	}
	decided := 0
	for _, e := range c.club.entries() {
		if e.Kind == string(adjudicator.Ruling) && e.Fingerprint == people()["judge"].ssh.Public().Fingerprint {
			decided++
		}
	}
	if a := kinds[string(adjudicator.Appealed)]; a != c.appealed[c.club.game] || decided != a {
		c.club.t.Errorf("%s: %d appeals in the ledger of %d, and %d decided", c.club.game, a, c.appealed[c.club.game], decided)
	}
	bySide := map[string][]templates.Proof{}
	for _, m := range all {
		if m.Game != c.club.game || m.Recipient == host.MachineAddress || slices.Contains([]string{"notice", "reply", "reminder", "ruling"}, m.Kind) {
			continue
		}
		p, err := proofIn(c.club.t, m)
		if err != nil {
			c.club.t.Errorf("a %s of %s: %v", m.Kind, m.Game, err)
			continue
		}
		bySide[m.Side] = append(bySide[m.Side], p)
		bySide["both"] = append(bySide["both"], p)
	}
	for side, list := range bySide {
		if _, err := verify.Verify(list); err != nil {
			c.club.t.Errorf("%s, what %s was sent: %v", c.club.game, side, err)
		}
	}
	if _, err := exec.LookPath("python3"); err != nil {
		return
	}
	var texts []string
	for _, p := range bySide["both"] {
		texts = append(texts, p.String())
	}
	if said, holds := otherHand(c.club.t.(*testing.T), texts); !holds || !strings.Contains(said, "all hold") {
		c.club.t.Errorf("%s: the second verifier: %s", c.club.game, said)
	}
}

// Two players and two years: deadlines on both nights of a change of clocks, absences, extensions,
// the bank, rulings and outages of three days. Nobody is late who was not, nobody is answered
// for who writes, what is decided stands in the ledger, and every game replays and verifies.
// KERYX_CAMPAIGN sets the days; go test -v prints the diary.
func TestCampaign(t *testing.T) {
	days := 60
	if text := os.Getenv(campaignEnv); text != "" {
		n, err := strconv.Atoi(text)
		check(t, err)
		days = n
	}
	c := &campaign{club: newClub(t, judge, contract(post.Defaults), with(agreed)), count: map[string]int{}, had: map[string]time.Duration{},
		code: map[string]string{}, vanished: map[string]bool{}, decided: map[string]int{}, resigned: map[string]int{}, offered: map[string]int{}, appealed: map[string]int{}, ordered: map[string]int{}, seen: map[string]int{}}
	c.club.Rules.Calendar.Leave = 30
	c.club.joins("mallory")
	c.club.joins("judge")
	check(t, c.club.Claims.AddReferee(t.Context(), people()["judge"].address, ""))
	c.commands("mallory", "volunteer")
	c.club.sent()
	c.asked()
	end := noon.AddDate(0, 0, days)
	games := []string{c.club.game}
	for day := 0; c.club.now.Before(end); day++ {
		today := day % 60
		c.vanished["south"] = today >= 23 && today < 40
		c.vanished["north"] = today >= 47 && today < 59
		c.event(today)
		if c.taken != "" {
			c.commands("mallory", c.taken)
			c.deed("a volunteer takes over")
			c.taken = ""
		}
		if !c.vanished["south"] && !c.still {
			c.answers("south")
		}
		if writes := !c.vanished["north"] || c.holder("north") != "north"; writes && day%3 == 0 && !c.still {
			c.answers("north")
		}
		c.pass(24)
		if c.club.status() == store.Ended {
			c.deed("a game is over")
			c.founds(today)
			games = append(games, c.club.game)
		}
	}
	all := c.club.everything()
	for _, c.club.game = range games {
		c.proven(all)
	}
	for _, deed := range []string{"a claim is made", "an appeal is made", "an appeal is decided: dismiss", "outage", "the clock jumps", "a draw is declined"} {
		if c.count[deed] == 0 && days >= 60 && (days >= 730 || !strings.Contains(deed, "decided")) {
			t.Errorf("nothing of %q in %v", deed, c.count)
		}
	}
	if len(c.diary) == 0 || c.club.now.Sub(noon) < time.Duration(days)*calendar.Day {
		t.Errorf("%d lines of diary over %s", len(c.diary), c.club.now.Sub(noon))
	}
	t.Logf("%d games, %d days, %v:\n%s", len(games), days, c.count, strings.Join(c.diary, "\n"))
}

// reminds reports whether a seat has been told that its deadline passed.
func reminds(seat store.Seat) bool {
	return seat.Reminded != nil && seat.Deadline != nil && !seat.Reminded.Before(*seat.Deadline)
}
