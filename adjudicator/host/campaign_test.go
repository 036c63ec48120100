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

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice/seed"
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
	club     *hosttest.Club
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
	c.diary = append(c.diary, c.club.Time.UTC().Format("2006-01-02 15:04 ")+fmt.Sprintf(format, args...))
}

// deed notes something that is counted.
func (c *campaign) deed(what string) {
	c.count[what]++
	c.note("%s (%s)", what, c.club.Game)
}

// mails notes what was sent of deadlines.
func (c *campaign) mails() {
	c.club.T.Helper()
	for _, m := range c.club.Sent() {
		if m.Recipient == post.MachineAddress {
			continue
		}
		if take := "take " + c.club.Game + " north"; m.Recipient == hosttest.People()["mallory"].Address && strings.Contains(hosttest.TextOf(c.club.T, m), take) && c.holder("north") == "north" {
			c.taken = take
		}
		switch said := hosttest.Flat(hosttest.TextOf(c.club.T, m)); m.Kind {
		case "reminder":
			c.note("%s is reminded in %s", m.Side, m.Game)
		case "notice":
			if strings.Contains(said, "clock of the machine was ahead") && !c.ahead {
				c.club.T.Errorf("%s: the clock is said to have been ahead, and was not", c.club.Time)
			}
			c.note("notice to %s: %s", strings.Split(m.Recipient, "@")[0], said[:min(len(said), 110)])
		}
	}
}

// asked begins to reckon anew for a side that is asked something else.
func (c *campaign) asked() {
	for _, side := range []string{"north", "south"} {
		if code := c.club.Game + c.club.Seat(side).Answers + c.club.Seat(side).Player; code != c.code[side] {
			c.code[side], c.had[side] = code, 0
			c.night(side)
		}
	}
}

// judged fails for who is late before he has had his time, and for who is answered for and
// has not vanished.
func (c *campaign) judged() {
	c.club.T.Helper()
	for _, side := range []string{"north", "south"} {
		seat := c.club.Seat(side)
		if code := c.club.Game + seat.Answers + seat.Player; code == c.code[side] && reminds(seat) && (c.had[side] < hosttest.AnswerTime || seat.Deadline.After(c.club.Time)) {
			c.club.T.Errorf("%s: %s is late in %s and has had %s", c.club.Time, side, c.club.Game, c.had[side])
		}
	}
	all := c.club.Ledger()
	for _, e := range all[min(c.seen[c.club.Game], len(all)):] {
		if e.Kind != string(adjudicator.Deadline) {
			continue
		}
		c.deed(e.Side + " is answered for")
		if !c.vanished[e.Side] || c.had[e.Side] < hosttest.AnswerTime {
			c.club.T.Errorf("%s: %s is answered for in %s after %s, vanished: %t", c.club.Time, e.Side, c.club.Game, c.had[e.Side], c.vanished[e.Side])
		}
	}
	c.seen[c.club.Game] = len(all)
	c.asked()
}

// awake has the daemon have looked at the clock every minute up to now.
func (c *campaign) awake() {
	c.club.Change(func(tx store.Tx) error {
		return tx.SetSetting("awake", []byte(c.club.Time.UTC().Format(time.RFC3339Nano)))
	})
}

// pass lets time go by, four hours a step.
func (c *campaign) pass(hours int) {
	for range hours / 4 {
		c.club.Time = c.club.Time.Add(4 * time.Hour)
		c.awake()
		if !c.still {
			c.had["north"] += 4 * time.Hour
			c.had["south"] += 4 * time.Hour
		}
		c.club.SweepNow()
		c.judged()
		for c.club.Seat("south").Player == post.MachineAddress && c.club.Flush(&hosttest.Carrier{}) > 0 {
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
	c.club.T.Helper()
	kind := []hosttest.Setting{hosttest.Refereed, hosttest.WithCalendar(agreed), hosttest.Contract(post.Defaults)}
	switch {
	case day >= 40 && day < 47:
		kind = append(kind, func(n *post.NewGame) { n.Seats = map[string]string{"north": hosttest.NorthAt, "south": "Machine"} })
	case day >= 47 && day < 59:
		kind = append(kind, hosttest.Contract(post.Substitute), hosttest.WithCalendar(func(r *calendar.Rules) {
			agreed(r)
			r.Missed, r.Warn, r.Bank = 1, calendar.Span{}, calendar.Bank{}
		}))
	}
	c.club.Game, c.founded = c.club.NewGame(kind...), c.club.Time
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

// holder is the name of who plays a side.
func (c *campaign) holder(side string) string {
	return strings.Split(c.club.Seat(side).Player, "@")[0]
}

// answers lets who plays a side do what he plans, if he is asked.
func (c *campaign) answers(side string) {
	c.club.T.Helper()
	name := c.holder(side)
	if c.club.Status() == store.Ended || c.club.Seat(side).Deadline == nil || hosttest.People()[name].SSH == nil {
		return
	}
	plan, err := c.club.Intake.Plan(c.club.T.Context(), c.club.Game, side, adjudicator.Random{Rand: rand.New(rand.NewPCG(seed.First(c.club.T, 4), uint64(c.club.Time.Unix())))})
	hosttest.Check(c.club.T, err)
	if len(plan) == 0 {
		return
	}
	late := c.club.Seat(side).Deadline.Before(c.club.Time)
	c.club.OrderAs(name, side, hosttest.InWords(plan))
	c.ordered[c.club.Game]++
	c.count["orders"]++
	c.note("%s orders %q in %s%s", name, hosttest.InWords(plan), c.club.Game, map[bool]string{true: ", late"}[late])
	c.asked()
	c.mails()
}

// decides lets the referee rule; the ruling is to stand in the ledger.
func (c *campaign) decides(act string) {
	c.club.T.Helper()
	row := c.club.Mails("third", "game "+c.club.Game+"\nruling\n"+act+"\nreason Day "+c.club.Time.Format(time.DateOnly)+".\n")
	if strings.Contains(row.Reason, "amended-not-now") || strings.Contains(row.Reason, "ruling-back-nothing") {
		c.deed("no ruling now: " + strings.Fields(act)[0])
		return
	}
	if row.State != store.Command {
		c.club.T.Fatalf("%s: %q in %s: %s (%s)", c.club.Time, act, c.club.Game, row.State, row.Reason)
	}
	c.decided[c.club.Game]++
	c.deed("ruling: " + strings.Fields(act)[0])
	if n := c.rulings(); n != c.decided[c.club.Game] {
		c.club.T.Errorf("%q in %s: %d rulings in the ledger of %d", act, c.club.Game, n, c.decided[c.club.Game])
	}
	c.asked()
	c.mails()
}

// rulings is how many entries of the ledger the referee has signed.
func (c *campaign) rulings() (n int) {
	for _, e := range c.club.Ledger() {
		if e.Kind == string(adjudicator.Ruling) && e.Fingerprint == hosttest.People()["third"].SSH.Public().Fingerprint {
			n++
		}
	}
	return n
}

// event does what belongs to a day of the sixty.
func (c *campaign) event(day int) {
	c.club.T.Helper()
	if c.club.Status() == store.Ended {
		return
	}
	switch day {
	case 3:
		c.decides("pause until " + c.club.Time.AddDate(0, 0, 2).Format(time.DateOnly))
		c.still = true
	case 5:
		c.still = false
	case 7:
		side := "north"
		if c.club.Seat(side).Deadline == nil {
			side = "south"
		}
		until := c.club.Time.AddDate(0, 0, 6)
		c.decides("extend " + side + " until " + until.Format(time.DateOnly))
		if at := c.club.Seat(side).Deadline; at == nil || at.Before(until.Add(-24*time.Hour)) {
			c.club.T.Errorf("%s: extended to %s, and it is %v", c.club.Time, until, at)
		}
	case 10:
		from := c.club.Time.AddDate(0, 0, 3)
		said := c.club.Requests("north", hosttest.NorthAt, fmt.Sprintf("absence from %s to %s\n", from.Format(time.DateOnly), from.AddDate(0, 0, 3).Format(time.DateOnly)))
		c.note("north announces an absence: %.120s", said)
	case 13:
		c.decides("paces south 2")
	case 16:
		if at := c.club.OrderEntries(); len(at) > 1 {
			c.decides(fmt.Sprintf("back to %d", at[len(at)-2]))
		}
	case 20:
		c.club.Requests("south", hosttest.SouthAt, "extend\n")
		c.note("south asks for an extension")
	case 22:
		line := c.club.Offered("north", "south", "draw")
		c.commands("south", strings.Replace(line, "accept", "decline", 1))
		c.offered[c.club.Game] += 2
		c.deed("a draw is declined")
	case 25:
		number := regexp.MustCompile(`It has the number (\d+)`).FindStringSubmatch(c.club.Requests("north", hosttest.NorthAt, "game "+c.club.Game+"\nreferee: what of "+c.club.Time.Format(time.DateOnly)+"?\n"))
		if number == nil {
			c.club.T.Fatalf("%s: no claim was made", c.club.Time)
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
		if day == 59 && name == "north" && c.club.Time.Sub(c.founded) > tooSoon {
			c.club.T.Errorf("%s: nobody has taken over from who vanished from %s", c.club.Time, c.club.Game)
		}
		c.commands(name, "resign "+c.club.Game+" "+c.club.Seat("north").Answers)
		c.resigned[c.club.Game]++
		c.deed(name + " resigns")
	}
}

// appeals has north appeal against the last ruling.
func (c *campaign) appeals() {
	c.club.T.Helper()
	said := c.club.Requests("north", hosttest.NorthAt, fmt.Sprintf("game %s\nappeal %d: nobody has looked, on %s\n", c.club.Game, len(c.club.Ledger()), c.club.Time.Format(time.DateOnly)))
	number := regexp.MustCompile(`and has the number (\d+)`).FindStringSubmatch(said)
	if number == nil {
		c.club.T.Fatalf("%s: no appeal was made:\n%s", c.club.Time, said)
	}
	c.appeal = number[1]
	c.appealed[c.club.Game]++
	c.deed("an appeal is made")
}

// settles has the second referee decide the appeal, by turns: the ruling stands, it was wrong,
// or something else takes its place. Who gave it cannot.
func (c *campaign) settles() {
	c.club.T.Helper()
	if c.appeal == "" {
		return
	}
	head := "game " + c.club.Game + "\nruling\nreason I have looked, on " + c.club.Time.Format(time.DateOnly) + ".\n"
	if row := c.club.Mails("third", head+"dismiss "+c.appeal+"\n"); row.State != store.Faulty || !strings.Contains(row.Reason, "ruling-appeal-own") {
		c.club.T.Errorf("%s: who gave the ruling decides the appeal: %s (%s)", c.club.Time, row.State, row.Reason)
	}
	act := []string{"dismiss " + c.appeal, "on appeal " + c.appeal + "\nextend north until " + c.club.Time.AddDate(0, 0, 6).Format(time.DateOnly), "uphold " + c.appeal}[c.count["an appeal is made"]%3]
	if c.club.Seat("north").Deadline == nil && strings.Contains(act, "extend") { // nor is south given time, which has vanished
		act = "uphold " + c.appeal
	}
	if row := c.club.Mails("judge", head+act+"\n"); row.State != store.Command {
		c.club.T.Fatalf("%s: %q in %s: %s (%s)", c.club.Time, act, c.club.Game, row.State, row.Reason)
	}
	c.appeal = ""
	c.deed("an appeal is decided: " + strings.Fields(act)[0])
	c.asked()
	c.mails()
}

// night counts the deadlines that lie in a night in which the clocks are changed, as the calendar
// of the games has them: at the next time that there is, or at the later of two.
func (c *campaign) night(side string) {
	c.club.T.Helper()
	at := c.club.Seat(side).Deadline
	if at == nil {
		return
	}
	paris, err := time.LoadLocation("Europe/Paris")
	hosttest.Check(c.club.T, err)
	_, before := at.Add(-12 * time.Hour).In(paris).Zone()
	_, after := at.Add(12 * time.Hour).In(paris).Zone()
	if before == after || at.In(paris).Hour() < 2 || at.In(paris).Hour() > 3 {
		return
	}
	c.deed("a deadline in the night of the change")
	if utc := at.UTC().Format("15:04"); before < after && utc != "01:00" || before > after && utc != "01:30" {
		c.club.T.Errorf("%s: the deadline of %s in the night of the change is %s", c.club.Time, side, at)
	}
}

// commands sends something that must be done.
func (c *campaign) commands(name, line string) {
	c.club.T.Helper()
	if row := c.club.Mails(name, line+"\n"); row.State != store.Command {
		c.club.T.Fatalf("%s: %q of %s: %s (%s)", c.club.Time, line, name, row.State, row.Reason)
	}
	c.asked()
	c.mails()
}

// jump has the clock ahead by a day for four hours, and set right again.
func (c *campaign) jump() {
	c.club.T.Helper()
	c.deed("the clock jumps")
	c.ahead = true
	defer func() { c.ahead = false }()
	for _, by := range []time.Duration{calendar.Day, -calendar.Day} {
		c.awake()
		c.club.Time = c.club.Time.Add(by)
		_, err := c.club.Recovery.Heartbeat(c.club.T.Context())
		hosttest.Check(c.club.T, err)
		c.club.SweepNow()
		c.judged()
		c.mails()
		c.pass(4)
	}
	if s, err := c.club.Recovery.Ahead(c.club.T.Context()); err != nil || !s.Empty() {
		c.club.T.Errorf("%s: still ahead: %+v, %v", c.club.Time, s, err)
	}
}

// outage has the server away for three days.
func (c *campaign) outage() {
	c.club.T.Helper()
	c.deed("outage")
	c.awake()
	c.club.Time = c.club.Time.Add(72 * time.Hour)
	_, err := c.club.Recovery.Heartbeat(c.club.T.Context())
	hosttest.Check(c.club.T, err)
	c.club.SweepNow()
	c.judged()
	c.mails()
}

// proven replays a game, compares its ledger with what was decided, and verifies what either
// side was sent, and both together.
func (c *campaign) proven(all []store.OutboxMail) {
	c.club.T.Helper()
	c.club.Replays()
	if n := c.rulings(); n != c.decided[c.club.Game] {
		c.club.T.Errorf("%s: %d rulings in the ledger of %d", c.club.Game, n, c.decided[c.club.Game])
	}
	own, kinds := 0, map[string]int{}
	for _, e := range c.club.Ledger() {
		kinds[e.Kind]++
		if e.Kind == string(adjudicator.Ordered) && e.Fingerprint != "" {
			own++
		}
	}
	if own < c.ordered[c.club.Game] {
		c.club.T.Errorf("%s: %d order files in the ledger of %d", c.club.Game, own, c.ordered[c.club.Game])
	}
	if r, o := kinds[string(adjudicator.Resigned)], kinds[string(adjudicator.Offered)]; r != c.resigned[c.club.Game] || o != c.offered[c.club.Game] {
		c.club.T.Errorf("%s: %d resignations in the ledger of %d, %d lines of offers of %d", c.club.Game, r, c.resigned[c.club.Game], o, c.offered[c.club.Game])
	}
	decided := 0
	for _, e := range c.club.Ledger() {
		if e.Kind == string(adjudicator.Ruling) && e.Fingerprint == hosttest.People()["judge"].SSH.Public().Fingerprint {
			decided++
		}
	}
	if a := kinds[string(adjudicator.Appealed)]; a != c.appealed[c.club.Game] || decided != a {
		c.club.T.Errorf("%s: %d appeals in the ledger of %d, and %d decided", c.club.Game, a, c.appealed[c.club.Game], decided)
	}
	bySide := map[string][]templates.Proof{}
	for _, m := range all {
		if m.Game != c.club.Game || m.Recipient == post.MachineAddress || slices.Contains([]string{"notice", "reply", "reminder", "ruling"}, m.Kind) {
			continue
		}
		p, err := hosttest.ProofIn(c.club.T, m)
		if err != nil {
			c.club.T.Errorf("a %s of %s: %v", m.Kind, m.Game, err)
			continue
		}
		bySide[m.Side] = append(bySide[m.Side], p)
		bySide["both"] = append(bySide["both"], p)
	}
	for side, list := range bySide {
		if _, err := verify.Verify(list); err != nil {
			c.club.T.Errorf("%s, what %s was sent: %v", c.club.Game, side, err)
		}
	}
	if _, err := exec.LookPath("python3"); err != nil {
		return
	}
	var texts []string
	for _, p := range bySide["both"] {
		texts = append(texts, p.String())
	}
	if said, holds := hosttest.OtherHand(c.club.T.(*testing.T), texts); !holds || !strings.Contains(said, "all hold") {
		c.club.T.Errorf("%s: the second verifier: %s", c.club.Game, said)
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
		hosttest.Check(t, err)
		days = n
	}
	c := &campaign{club: hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Defaults), hosttest.WithCalendar(agreed)), count: map[string]int{}, had: map[string]time.Duration{},
		code: map[string]string{}, vanished: map[string]bool{}, decided: map[string]int{}, resigned: map[string]int{}, offered: map[string]int{}, appealed: map[string]int{}, ordered: map[string]int{}, seen: map[string]int{}}
	c.club.Rules.Calendar.Leave = 30
	c.club.Joins("mallory")
	c.club.Joins("judge")
	hosttest.Check(t, c.club.Claims.AddReferee(t.Context(), hosttest.People()["judge"].Address, ""))
	c.commands("mallory", "volunteer")
	c.club.Sent()
	c.asked()
	end := hosttest.Noon.AddDate(0, 0, days)
	games := []string{c.club.Game}
	for day := 0; c.club.Time.Before(end); day++ {
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
		if c.club.Status() == store.Ended {
			c.deed("a game is over")
			c.founds(today)
			games = append(games, c.club.Game)
		}
	}
	all := c.club.AllMails()
	for _, c.club.Game = range games {
		c.proven(all)
	}
	for _, deed := range []string{"a claim is made", "an appeal is made", "an appeal is decided: dismiss", "outage", "the clock jumps", "a draw is declined"} {
		if c.count[deed] == 0 && days >= 60 && (days >= 730 || !strings.Contains(deed, "decided")) {
			t.Errorf("nothing of %q in %v", deed, c.count)
		}
	}
	if len(c.diary) == 0 || c.club.Time.Sub(hosttest.Noon) < time.Duration(days)*calendar.Day {
		t.Errorf("%d lines of diary over %s", len(c.diary), c.club.Time.Sub(hosttest.Noon))
	}
	t.Logf("%d games, %d days, %v:\n%s", len(games), days, c.count, strings.Join(c.diary, "\n"))
}

// reminds reports whether a seat has been told that its deadline passed.
func reminds(seat store.Seat) bool {
	return seat.Reminded != nil && seat.Deadline != nil && !seat.Reminded.Before(*seat.Deadline)
}
