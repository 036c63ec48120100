package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"keryx/adjudicator/host"
	"keryx/store"
)

// Calendar programs call in the same minute of every hour: so many of them are answered at a
// time, each within feedTime, and the others wait their turn as long.
const (
	feedsAtOnce = 4
	feedTime    = 10 * time.Second
)

// WithFeeds serves the private calendars of players under /calendar/ beside a site. A token that
// stands for none is answered as a page that the site does not have.
func WithFeeds(site http.Handler, h *host.Host) http.Handler {
	free := make(chan struct{}, feedsAtOnce)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.URL.Path, "/calendar/")
		token, file := strings.CutSuffix(token, ".ics")
		if !ok || !file || r.Method != http.MethodGet && r.Method != http.MethodHead {
			site.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), feedTime)
		defer cancel()
		var text []byte
		var err error
		select {
		case free <- struct{}{}:
			text, err = h.Clocks.Feed(ctx, token)
			<-free
		case <-ctx.Done():
			err = ctx.Err()
		}
		if errors.Is(err, store.ErrNotFound) {
			site.ServeHTTP(w, r)
			return
		}
		head := w.Header()
		head.Set("Cache-Control", "private, no-store")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("X-Robots-Tag", "noindex")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Content-Security-Policy", Policy)
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
				h.Log.Error("a calendar is not served", "error", err) // never by its address
			}
			head.Set("Retry-After", "600")
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		head.Set("Content-Type", "text/calendar; charset=utf-8")
		_, _ = w.Write(text) // whoever does not wait for it does not need it
	})
}
