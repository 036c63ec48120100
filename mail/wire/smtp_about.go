package wire

import (
	_ "embed" // the table of replies
	"fmt"
	"strings"
	"sync"

	"keryx/orders/pattern"
)

// About says what a refusal is about.
type About int

// What a refusal can be about. Only [AboutLetter] says that to try the letter again is pointless.
const (
	AboutLetter About = iota // the letter, or its recipient
	AboutUs                  // our account, or the server that sends for us: no letter would be taken
	Unclear                  // it may be about either
)

//go:embed replies.txt
var repliesFile string

// A replyLine is one line of the table of replies.
type replyLine struct {
	about               About
	stage, code, status string
	words               string
}

var repliesTable = sync.OnceValue(func() []replyLine { return readReplies(repliesFile) })

// readReplies reads the table. It is part of the program: a line that is none is a fault of it.
func readReplies(text string) (table []replyLine) {
	abouts := map[string]About{"letter": AboutLetter, "us": AboutUs}
	stages := map[string]string{"any": "any", "mail": StageMail, "rcpt": StageRcpt, "data": StageData, "final": StageFinal}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		about, known := abouts[fields[0]]
		if !known || len(fields) < 4 || stages[fields[1]] == "" {
			panic(fmt.Sprintf("replies.txt: %q", line))
		}
		table = append(table, replyLine{about, stages[fields[1]], fields[2], fields[3], strings.Join(fields[4:], " ")})
	}
	return table
}

// fits reports whether a reply is one that the line is about.
func (l replyLine) fits(stage string, code int, status, text string) bool {
	return (l.stage == "any" || l.stage == stage) && fitsCode(l.code, code) &&
		(l.status == "any" || l.status == status) && strings.Contains(strings.ToLower(text), l.words)
}

func fitsCode(pattern string, code int) bool {
	said := fmt.Sprintf("%03d", code)
	for i := range pattern {
		if i >= len(said) || pattern[i] != '.' && pattern[i] != said[i] {
			return false
		}
	}
	return true
}

// lateStatus finds an enhanced status that does not stand first in a reply, as that of a server which
// passes on what another one has said.
var lateStatus = pattern.New(`^\W{0,3}(5\.\d{1,3}\.\d{1,3})\b`)

// aboutWhat reads what a refusal for good at some command is about.
func aboutWhat(stage string, code int, status, text string) About {
	if m := lateStatus.FindStringSubmatch(text); status == "" && m != nil {
		status = m[1]
	}
	for _, l := range repliesTable() {
		if l.fits(stage, code, status, text) {
			return l.about
		}
	}
	return Unclear
}
