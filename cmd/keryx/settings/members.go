package settings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"keryx/cmd/keryx/screen"
	"keryx/store"
	"keryx/store/crew"
	"keryx/store/postgres"
)

// Members lists the daemons that serve a database together. On a SQLite file there is never more than one, and none is
// listed.
func Members(ctx context.Context, s store.Store) ([]crew.Member, error) {
	db, ok := Below(s).(*postgres.Store)
	if !ok {
		return nil, nil
	}
	return crew.Members(ctx, db.Pool())
}

// MemberText says in a line who a daemon is, how it is, and what it does for all.
func MemberText(m crew.Member) string {
	text := fmt.Sprintf("%s, since %s, last sign of life %s ago", screen.Visible(m.Owner), m.Joined.Local().Format("2006-01-02 15:04:05 MST"), m.Silent.Round(time.Second/10))
	if m.Gone() {
		text += " (gone)"
	}
	for _, o := range m.Offices {
		text += fmt.Sprintf(", has the %s since %s", screen.Visible(o.Name), o.Since.Local().Format("15:04:05"))
	}
	return text
}

// Unread reports whether daemons serve a database and none of them has the mailbox. Between the end of one and the next
// some seconds pass.
func Unread(list []crew.Member) bool {
	lives := false
	for _, m := range list {
		if m.Gone() {
			continue
		}
		lives = true
		for _, o := range m.Offices {
			if strings.HasPrefix(o.Name, "mailbox ") {
				return false
			}
		}
	}
	return lives
}
