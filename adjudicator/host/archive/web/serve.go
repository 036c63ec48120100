// Package web serves the files of an archive, and the private calendars of players beside it, to as many visitors at a
// time as there is room for. It writes nothing.
package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"time"

	"keryx/orders/pattern"
)

// Policy is what a page of the site may do: show what lies beside it.
const Policy = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// public are the files of a site that are served.
var public = pattern.New(`^(?:index\.html|[a-z]+\.(?:css|js)|(?:[a-z]{2}|data|maps|search)/.+\.(?:html|js|atom|svg|csv|json|trf|png|pdf|gif))$`)

// Handler serves the files of a site, and nothing else of its directory: no lists of
// folders, none of the notes for the next writing, nothing that somebody has put beside them, and
// nothing that a link leads to.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if !strings.HasSuffix(r.URL.Path, ".pdf") { // which a browser shows with scripts and styles of its own
			h.Set("Content-Security-Policy", Policy)
		}
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only reading is possible", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)[1:]
		for part := range strings.SplitSeq(name, "/") {
			if strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".new") {
				http.NotFound(w, r)
				return
			}
		}
		if name == "" || strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		if !public.MatchString(name) {
			http.NotFound(w, r)
			return
		}
		root, err := os.OpenRoot(dir) // each time: it may be made anew
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer root.Close()
		if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(name, ".atom") {
			h.Set("Content-Type", "application/atom+xml; charset=utf-8")
		}
		h.Set("Cache-Control", "no-cache") // but what has not changed need not be sent again
		http.ServeFileFS(w, r, root.FS(), name)
	})
}

// Serve serves a site on a listener until ctx ends, and with it what visitors wait for.
func Serve(ctx context.Context, l net.Listener, site http.Handler) error {
	d := newDoor(l, visitors, perVisitor)
	server := &http.Server{Handler: site, BaseContext: func(net.Listener) context.Context { return ctx }, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 20 * time.Second,
		WriteTimeout: 2 * time.Minute, IdleTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10, ConnState: d.state}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if server.Shutdown(end) != nil {
			_ = server.Close() // whoever still reads is cut off
		}
	})
	err := server.Serve(d)
	if !stop() {
		<-ended // what they read from must stay until nobody does
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
