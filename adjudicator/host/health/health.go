// Package health tells, over HTTP on the machine itself, how a daemon stands: /healthz for
// whoever restarts it, /metrics for Prometheus. It counts and names nothing that only one side,
// or one player, may know: no game, no address, no order.
package health

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"keryx/adjudicator/host"
	hostclub "keryx/adjudicator/host/club"
	"keryx/store"
)

// Health is what is told of a daemon.
type Health struct {
	Store store.Store
	Now   func() time.Time
	// Version is that of the program.
	Version string
	// Every is how often the daemon notes that it is awake, at least.
	Every time.Duration
	// Look, if set, is when the mailbox was last seen in full; zero before the first time.
	// Poll is the longest time between two looks. A daemon that shares the work with
	// others may not have the mailbox, and has no Look.
	Look func() time.Time
	Poll time.Duration

	steps *prometheus.CounterVec
	begun time.Time
}

// New returns the health of a daemon that begins now. It counts the steps of the mails that
// the host works on.
func New(h *host.Host, version string, every time.Duration) *Health {
	health := &Health{Store: h.Store, Now: h.Now, Version: version, Every: every, begun: h.Now()}
	health.steps = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "keryx_steps_total",
		Help: "Steps in the life of mails that this daemon has done."}, []string{"step"})
	for _, step := range hostclub.Steps {
		health.steps.WithLabelValues(string(step))
	}
	h.Trace = func(s hostclub.Step) { health.steps.WithLabelValues(string(s)).Inc() }
	return health
}

// CheckAddress returns an error if an address is not one of this machine alone: what is told
// there is for nobody else, and whoever wants it elsewhere puts a server with a password before it.
func CheckAddress(address string) error {
	name, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%q, want an address and a port such as 127.0.0.1:9464", address)
	}
	if ip, err := netip.ParseAddr(name); name != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("%q, want an address of this machine alone, such as 127.0.0.1:9464", address)
	}
	return nil
}

// Limits on what is asked. They are far beyond what a supervisor needs.
const (
	askTime    = 10 * time.Second
	maxHeader  = 16 << 10
	closeTime  = 2 * time.Second
	maxScrapes = 4
)

// Serve answers on a listener until ctx ends.
func (h *Health) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: h.Handler(), ReadTimeout: askTime, WriteTimeout: 2 * askTime, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
		defer cancel()
		if server.Shutdown(end) != nil {
			server.Close()
		}
	})
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers /healthz and /metrics.
func (h *Health) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(h.steps, &club{h}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "keryx_build_info", Help: "Always 1; the label tells the version of the program.",
			ConstLabels: prometheus.Labels{"version": h.Version}}, func() float64 { return 1 }))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxScrapes, Timeout: askTime}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), askTime)
		defer cancel()
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		if err := h.Check(ctx); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, err)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return mux
}

// patience is how many times the usual pause may pass before silence is a fault; grace is the
// least that it is given, since a look into a full mailbox and a busy disk take their time.
const (
	patience = 3
	grace    = 5 * time.Minute
)

// Check returns nil if the daemon does its work, or all that is wrong, a line each: the
// database does not answer, nobody has kept the deadlines for a while, the mailbox has not
// been seen.
func (h *Health) Check(ctx context.Context) error {
	now := h.Now()
	var faults []error
	switch awake, err := host.New(host.Club{Store: h.Store}).Answers.LastAwake(ctx); {
	case err != nil:
		// Why is for the log of the daemon: the reason names machine, user and database.
		faults = append(faults, errors.New(silence(err)))
	case h.silent(now, awake, h.Every):
		faults = append(faults, fmt.Errorf("no daemon has kept the deadlines since %s", moment(awake)))
	}
	if h.Look != nil {
		if seen := h.Look(); h.silent(now, seen, h.Poll) {
			faults = append(faults, fmt.Errorf("the mailbox has not been seen since %s", moment(seen)))
		}
	}
	return errors.Join(faults...)
}

// silence says what kind of error keeps the database from answering.
func silence(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "the database does not answer in time"
	case errors.Is(err, store.ErrUnavailable):
		return "the database does not answer: it is out of reach"
	}
	return "the database does not answer as it should"
}

// silent reports whether something that should happen over and over has not happened for too
// long, counted from the start of the daemon at the earliest.
func (h *Health) silent(now, last time.Time, pause time.Duration) bool {
	if last.Before(h.begun) {
		last = h.begun
	}
	return now.Sub(last) > max(patience*pause, grace)
}

func moment(at time.Time) string {
	if at.IsZero() {
		return "it began"
	}
	return at.UTC().Format(time.RFC3339)
}
