// Package season keeps the leagues of a club in its store: the file that a season is made
// from, its ledger, who the entrants are, which games on the server are theirs, and what is
// not yet to be seen, such as bids. It knows no mail; what follows from it for games and
// letters is done by package host.
package season

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/standing"
	"keryx/orders/pattern"
)

// File is what a season is made from, as a person writes it in TOML.
type File struct {
	ID       string            `toml:"id" json:"id"` // "spring"
	Name     string            `toml:"name" json:"name"`
	Format   string            `toml:"format" json:"format"` // "round-robin", "swiss", "knock-out", "ladder"
	Ruleset  string            `toml:"ruleset" json:"ruleset"`
	Scenario string            `toml:"scenario,omitempty" json:"scenario"`
	Options  map[string]string `toml:"options,omitempty" json:"options,omitempty"`
	Language string            `toml:"language,omitempty" json:"language"`
	Referee  string            `toml:"referee,omitempty" json:"referee"` // address
	Invite   []string          `toml:"invite,omitempty" json:"invite"`   // addresses, or "all"
	Judges   []string          `toml:"judges,omitempty" json:"judges"`   // addresses of members who judge unfinished games

	Size         int               `toml:"size,omitempty" json:"size"` // of a division
	Rounds       int               `toml:"rounds,omitempty" json:"rounds"`
	Once         bool              `toml:"once,omitempty" json:"once"` // one game to a pair, for the sides of which they bid
	Together     bool              `toml:"together,omitempty" json:"together"`
	Most         int               `toml:"most,omitempty" json:"most"` // games at once
	HalfByes     int               `toml:"half_byes,omitempty" json:"half_byes"`
	Moves        int               `toml:"moves,omitempty" json:"moves"`
	Flags        int               `toml:"flags,omitempty" json:"flags"`
	CreditWinner bool              `toml:"credit_winner,omitempty" json:"credit_winner"`
	Points       map[string]string `toml:"points,omitempty" json:"points"` // "strategic" = "4-1": winner and loser
	Breaks       []string          `toml:"breaks,omitempty" json:"breaks"`
	Answer       calendar.Span     `toml:"answer,omitempty" json:"answer"`
	Bids         calendar.Span     `toml:"bids,omitempty" json:"bids"`
	Muster       calendar.Span     `toml:"muster,omitempty" json:"muster"`
	Round        calendar.Span     `toml:"round,omitempty" json:"round"`
	Grace        calendar.Span     `toml:"grace,omitempty" json:"grace"`
	Verdict      calendar.Span     `toml:"verdict,omitempty" json:"verdict"`
	Begins       string            `toml:"begins,omitempty" json:"begins"` // day
	Ends         string            `toml:"ends,omitempty" json:"ends"`
	Contract     string            `toml:"contract,omitempty" json:"contract"`
	Unfinished   string            `toml:"unfinished,omitempty" json:"unfinished"`
	LeastTurns   int               `toml:"least_turns,omitempty" json:"least_turns"`
	HandedOver   int               `toml:"handed_over,omitempty" json:"handed_over"`
	Machine      string            `toml:"machine,omitempty" json:"machine,omitempty"` // "counts" or "forfeit"
	Bar          calendar.Span     `toml:"bar,omitempty" json:"bar,omitzero"`          // for which too many time-outs close the entry
	BothAccept   bool              `toml:"both_accept,omitempty" json:"both_accept"`
	NoAbsences   bool              `toml:"no_absences,omitempty" json:"no_absences,omitempty"`    // they stop no clock of its games
	AbsenceDays  int               `toml:"absence_days,omitempty" json:"absence_days,omitempty"`  // of each player in the season; 0: as the club allows
	AbsencesShut calendar.Span     `toml:"absences_shut,omitempty" json:"absences_shut,omitzero"` // before its end
	Observers    string            `toml:"observers,omitempty" json:"observers,omitempty"`        // who may watch its games by mail: "open", "invited", "none"
	Delay        calendar.Span     `toml:"delay,omitempty" json:"delay,omitzero"`                 // after which others are shown a turn or a result
	Barred       []string          `toml:"barred,omitempty" json:"barred"`                        // addresses that may not enter
	Divisions    []DivisionFile    `toml:"division,omitempty" json:"divisions"`
	Ladder       *LadderFile       `toml:"ladder,omitempty" json:"ladder,omitempty"`
}

// DivisionFile is a division, the best first, with those who are entered from the season
// before.
type DivisionFile struct {
	Name     string   `toml:"name" json:"name"`
	Entrants []string `toml:"entrants,omitempty" json:"entrants"` // addresses
}

// ErrFile reports a file that no season can be made from.
var ErrFile = errors.New("no season can be made from this file")

var idForm = pattern.New(`^[a-z][a-z0-9-]{0,23}$`)

// windowsKeeps are the names of devices, which no file on Windows can have, whatever its ending.
var windowsKeeps = pattern.New(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// lineOf names the line of a file that gives a setting, for the beginning of a sentence; nothing
// where there is none.
func lineOf(text, setting string) string {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if key, _, ok := strings.Cut(line, "="); ok && strings.Trim(key, " \t\"'") == setting {
			return fmt.Sprintf("line %d: ", n)
		}
	}
	return ""
}

// lasts is how long the season lasts; false where its file does not say.
func (f File) lasts() (time.Duration, bool) {
	begins, err := calendar.ReadDate(f.Begins)
	if err != nil {
		return 0, false
	}
	ends, err := calendar.ReadDate(f.Ends)
	return ends.Sub(begins), err == nil && ends.After(begins)
}

// Read reads a file, fills in what it leaves out, and checks it. It fails with [ErrFile].
func Read(text string) (File, error) {
	var f File
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return f, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return f, fmt.Errorf("%w: unknown setting %q", ErrFile, extra[0].String())
	}
	if err := f.fits(); err != nil {
		return f, err
	}
	// Other formats count no rounds, and the file of a next season says 0 of them.
	if meta.IsDefined("rounds") && (f.Rounds < 0 || f.Rounds == 0 && league.Format(f.Format).ByRounds()) {
		return f, fmt.Errorf("%w: %srounds is %d, want 1 or more, or nothing", ErrFile, lineOf(text, "rounds"), f.Rounds)
	}
	f.complete()
	switch {
	case !idForm.MatchString(f.ID):
		return f, fmt.Errorf("%w: %sid is %q, want a short word of small letters, digits and hyphens", ErrFile, lineOf(text, "id"), f.ID)
	case windowsKeeps.MatchString(f.ID):
		return f, fmt.Errorf("%w: %sid is %q, a name that Windows keeps for itself: a page of the site could not bear it", ErrFile, lineOf(text, "id"), f.ID)
	}
	if lasts, known := f.lasts(); known && meta.IsDefined("bids") && f.Bids.Duration > lasts {
		return f, fmt.Errorf("%w: %sbids is %s, longer than the season, which lasts %s", ErrFile, lineOf(text, "bids"), f.Bids, calendar.Span{Duration: lasts})
	}
	if _, _, err := f.Rules(); err != nil {
		return f, err
	}
	return f, nil
}

// complete fills in what is customary.
func (f *File) complete() {
	if len(f.Divisions) == 0 {
		f.Divisions = []DivisionFile{{Name: f.Name}}
	}
	or := func(n *int, usual int) {
		if *n == 0 {
			*n = usual
		}
	}
	span := func(s *calendar.Span, usual time.Duration) {
		if s.Duration == 0 {
			s.Duration = usual
		}
	}
	f.completeLadder()
	or(&f.Size, 16)
	or(&f.Most, 4)
	or(&f.LeastTurns, 2)
	or(&f.HandedOver, 2)
	rounds, breaks := league.Format(f.Format).Usual()
	or(&f.Rounds, rounds)
	span(&f.Answer, 7*24*time.Hour)
	span(&f.Bids, 5*24*time.Hour)
	span(&f.Verdict, 14*24*time.Hour)
	for _, s := range []struct {
		text  *string
		usual string
	}{{&f.Language, "en"}, {&f.Contract, "wait"}, {&f.Unfinished, string(league.ByVerdicts)}, {&f.Observers, "invited"}} {
		if *s.text == "" {
			*s.text = s.usual
		}
	}
	if f.Points == nil {
		f.Points = map[string]string{"total": "5-0", "strategic": "4-1", "tactical": "3-2", "draw": "2.5-2.5"}
	}
	if f.Breaks == nil {
		for _, b := range breaks {
			f.Breaks = append(f.Breaks, string(b))
		}
	}
}

// Rules are those of the season, and its terms. They fail with [ErrFile] or league.ErrRules.
func (f File) Rules() (league.Rules, league.Terms, error) {
	var none league.Terms
	bad := func(format string, args ...any) (league.Rules, league.Terms, error) {
		return league.Rules{}, none, fmt.Errorf("%w: %s", ErrFile, fmt.Sprintf(format, args...))
	}
	rules, err := adjudicator.Lookup(f.Ruleset)
	if err != nil {
		return bad("ruleset is %q, want one of %s", f.Ruleset, strings.Join(adjudicator.Rulesets(), ", "))
	}
	info := rules.Info()
	if f.Scenario == "" {
		f.Scenario = info.Scenarios[0]
	}
	if !slices.Contains(info.Scenarios, f.Scenario) {
		return bad("scenario is %q, want one of %s", f.Scenario, strings.Join(info.Scenarios, ", "))
	}
	r := league.Rules{Name: f.Name, Format: league.Format(f.Format), Ruleset: f.Ruleset, Scenario: f.Scenario,
		Sides: [2]string(info.Sides), Size: f.Size, Rounds: f.Rounds, Twice: !f.Once, Together: f.Together,
		Points: map[string]league.Worth{}, HalfByes: f.HalfByes, Moves: f.Moves, Most: f.Most, Flags: f.Flags, CreditWinner: f.CreditWinner}
	for _, d := range f.Divisions {
		r.Divisions = append(r.Divisions, d.Name)
	}
	for _, b := range f.Breaks {
		r.Breaks = append(r.Breaks, standing.Break(b))
	}
	for _, level := range slices.Sorted(maps.Keys(f.Points)) {
		if r.Points[level], err = readWorth(f.Points[level]); err != nil {
			return bad("points of %q are %q, want two numbers such as \"4-1\"", level, f.Points[level])
		}
	}
	if err := f.ladderRules(&r); err != nil {
		return r, none, err
	}
	if err := r.Check(); err != nil {
		return r, none, err
	}
	t := league.Terms{Answer: f.Answer.Duration, Bids: f.Bids.Duration, Muster: f.Muster.Duration, Round: f.Round.Duration,
		Grace: f.Grace.Duration, Verdict: f.Verdict.Duration, Contract: f.Contract, Options: f.Options,
		Unfinished: league.Unfinished(f.Unfinished), LeastTurns: f.LeastTurns, HandedOver: f.HandedOver, BothAccept: f.BothAccept,
		Machine: league.Machine(f.Machine), Bar: f.Bar.Duration}
	if t.Machine != "" && t.Machine != league.MachineCounts && t.Machine != league.MachineForfeits {
		return bad("machine is %q, want \"counts\" or \"forfeit\"", f.Machine)
	}
	if t.Bar > 0 && f.Flags == 0 {
		return bad("bar is set, and flags is not: it says how many time-outs are borne before the entry is closed")
	}
	if t.Round > 0 && t.Muster >= t.Round {
		return bad("muster is %s, want less than a round, which is %s", f.Muster, f.Round)
	}
	if named, ok := rules.(adjudicator.Leveller); ok && r.Ladder == nil {
		levels, _ := named.Levels()
		for _, level := range levels {
			if _, has := r.Points[level]; !has && level != league.Draw {
				return bad("points has no %q: a game of %s can end so", level, f.Ruleset)
			}
		}
	}
	if t.Unfinished != league.ByVerdicts && t.Unfinished != league.ByPosition {
		return bad("unfinished is %q, want \"verdicts\" or \"position\"", f.Unfinished)
	}
	for _, day := range []struct {
		name, text string
		into       *time.Time
	}{{"begins", f.Begins, &t.Begins}, {"ends", f.Ends, &t.Ends}} {
		if day.text == "" {
			continue
		}
		if *day.into, err = calendar.ReadDate(day.text); err != nil {
			return bad("%s is %q, want a day such as 2027-03-01", day.name, day.text)
		}
	}
	switch {
	case f.AbsenceDays < 0 || f.AbsenceDays > 366:
		return bad("absence_days is %d, want 0 to 366 days", f.AbsenceDays)
	case f.NoAbsences && (f.AbsenceDays > 0 || f.AbsencesShut.Duration > 0):
		return bad("no_absences forbids what absence_days or absences_shut allow: leave out one or the other")
	case f.AbsencesShut.Duration%calendar.Day != 0:
		return bad("absences_shut is %s, want whole days such as \"14d\"", f.AbsencesShut)
	case f.AbsencesShut.Duration > 0 && t.Ends.IsZero():
		return bad("absences_shut counts days before the end of the season: say when it \"ends\"")
	}
	if !t.Ends.IsZero() && !t.Ends.After(t.Begins) {
		return bad("the season ends on %s, before it begins", f.Ends)
	}
	if checked, ok := rules.(adjudicator.Checked); ok {
		for _, topic := range checked.Facts().Origins {
			if !strings.Contains(topic, ": 0 of ") { // all of it is in the rulebook
				t.Reconstructed = append(t.Reconstructed, topic)
			}
		}
	}
	return r, t, nil
}

// Bounds are what the games of the season that begin at a moment let absences do.
func (f File) Bounds(now time.Time) (b calendar.Bounds) {
	b = calendar.Bounds{None: f.NoAbsences, Days: f.AbsenceDays}
	if b.Days > 0 {
		b.From = calendar.DateOf(now, time.UTC)
		if begins, err := calendar.ReadDate(f.Begins); err == nil {
			b.From = begins
		}
	}
	if ends, err := calendar.ReadDate(f.Ends); err == nil && f.AbsencesShut.Duration > 0 {
		b.To = ends.AddDate(0, 0, -int(f.AbsencesShut.Duration/calendar.Day)-1)
	}
	return b
}

// readWorth reads "4-1": what a level gives to the winner and to the loser.
func readWorth(text string) (w league.Worth, err error) {
	winner, loser, ok := strings.Cut(text, "-")
	if !ok {
		return w, strconv.ErrSyntax
	}
	if w.Winner, err = standing.ParsePoints(strings.TrimSpace(winner)); err != nil {
		return w, err
	}
	w.Loser, err = standing.ParsePoints(strings.TrimSpace(loser))
	return w, err
}
