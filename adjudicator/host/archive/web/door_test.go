package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// More connections than there are places, all of one address and all silent, keep nobody out.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "here") }))
	}()
	for range visitors + 5 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	for range 3 {
		answer, err := client.Get("http://" + l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if string(body) != "here" || err != nil {
			t.Errorf("answered %q, %v", body, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// fromAddr is a connection from an address.
type fromAddr struct {
	net.Conn
	at     string
	closed *bool
}

func (f fromAddr) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", f.at)
	return a
}

func (f fromAddr) Close() error {
	if f.closed != nil {
		*f.closed = true
	}
	return nil
}

// queue is a listener to which some connections have come.
type queue chan net.Conn

func (q queue) Accept() (net.Conn, error) {
	select {
	case c := <-q:
		return c, nil
	default:
		return nil, io.EOF
	}
}
func (queue) Close() error   { return nil }
func (queue) Addr() net.Addr { return nil }

// An address has its share of the places. A connection that waits makes room for another of its
// address; one that is being served does not.
func TestDoorHasPlacesForEach(t *testing.T) {
	q := make(queue, 20)
	d := newDoor(q, 5, 2)
	gone := make([]bool, 20)
	came := 0
	come := func(at string) net.Conn {
		q <- fromAddr{at: at, closed: &gone[came]}
		came++
		c, err := d.Accept()
		if err != nil {
			return nil
		}
		return c
	}
	first := come("192.0.2.1:1")
	come("192.0.2.1:2")
	d.state(first, http.StateActive)
	if come("192.0.2.1:3") == nil || !gone[1] || gone[0] {
		t.Errorf("a third of the address: closed %v; want the one that waits", gone[:3])
	}
	third := come("192.0.2.1:4")
	if third == nil || !gone[2] {
		t.Errorf("a fourth of the address: closed %v", gone[:4])
	}
	d.state(third, http.StateActive)
	if come("192.0.2.1:5") != nil || !gone[4] {
		t.Error("an address that is being served on all its places gets another")
	}
	for _, at := range []string{"[2001:db8::1]:1", "[2001:db8::2]:1"} {
		come(at)
	}
	if come("[2001:db8::3]:1") == nil || !gone[5] {
		t.Error("a network of IPv6 has more than its share")
	}
	for _, at := range []string{"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"} {
		if come(at) == nil {
			t.Errorf("a visitor by way of a server on the same machine is not let in")
		}
	}
	if len(d.inside) != 5 {
		t.Errorf("%d are inside", len(d.inside))
	}
	for v := range d.inside {
		v.Close()
		v.Close()
	}
	if len(d.inside) != 0 || len(d.by) != 0 {
		t.Errorf("%d are inside when all have left", len(d.inside))
	}
}
