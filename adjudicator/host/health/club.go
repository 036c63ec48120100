package health

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"keryx/adjudicator/host/reports"
	"keryx/store"
)

// club collects what the database tells of a club, when it is asked. It counts what waits and
// not what is done with, so that it costs the same after years.
type club struct{ *Health }

// The figures of a club.
var (
	figureUp      = figure("up", "Whether the database answers.")
	figureGames   = figure("games", "Games of the club by their status.", "status")
	figureInbox   = figure("inbox_messages", "Emails that came in and are not done with: those that wait, those that were set aside for a person.", "state")
	figureOldest  = figure("inbox_oldest_seconds", "How long the email has waited that has waited longest to be worked on; 0 if none waits.")
	figureOutbox  = figure("outbox_mails", "Emails that go out: those that wait, those that are being sent, those that were given up.", "state")
	figureLag     = figure("outbox_lag_seconds", "How long ago the next email should have been sent; 0 if none is late.")
	figureOverdue = figure("overdue_seats", "Seats of running games whose deadline has passed.")
	figureBroken  = figure("broken_games", "Games that cannot be continued and wait for a person.")
	figureAwake   = figure("awake_timestamp_seconds", "When a daemon last noted that it keeps the deadlines; 0 if none ever did.")
	figureLook    = figure("mailbox_seen_timestamp_seconds", "When this daemon last saw the mailbox in full; 0 if it has not.")
)

func figure(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("keryx_"+name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (c *club) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{figureUp, figureGames, figureInbox, figureOldest, figureOutbox, figureLag, figureOverdue, figureBroken, figureAwake, figureLook} {
		out <- d
	}
}

// Collect implements prometheus.Collector. If the database does not answer, that is the only
// thing that it says of it.
func (c *club) Collect(out chan<- prometheus.Metric) {
	say := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if c.Look != nil {
		say(figureLook, unix(c.Look()))
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	f, err := reports.Figures(ctx, c.Store, c.Now())
	if err != nil {
		say(figureUp, 0)
		return
	}
	say(figureUp, 1)
	for _, status := range []store.Status{store.Running, store.Paused, store.Ended} {
		say(figureGames, float64(f.Games[status]), string(status))
	}
	for _, state := range []store.InboxState{store.Received, store.Poison} {
		say(figureInbox, float64(f.Inbox[state]), string(state))
	}
	for _, state := range []store.OutboxState{store.Queued, store.Sending, store.Failed} {
		say(figureOutbox, float64(f.Outbox[state]), string(state))
	}
	say(figureOldest, since(c.Now(), f.Oldest))
	say(figureLag, since(c.Now(), f.NextSend))
	say(figureOverdue, float64(f.Overdue))
	say(figureBroken, float64(f.Broken))
	say(figureAwake, unix(f.Awake))
}

// since is how long a moment is past, in seconds; 0 if it is to come, or there is none.
func since(now time.Time, at *time.Time) float64 {
	if at == nil {
		return 0
	}
	return max(now.Sub(*at).Seconds(), 0)
}

func unix(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.UnixMilli()) / 1000
}
