package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// visitors is how many connections are served at a time, and perVisitor how many of one address. A
// server on the same machine that stands before this one brings the visitors of all addresses.
const (
	visitors   = 200
	perVisitor = 20
)

// A door is a listener that lets in so many at a time. Whoever only stands there makes room for
// others: when there is no place left, of all or of an address, the connection that has waited
// longest without asking for something is closed. Where all are being served, a new one is closed.
type door struct {
	net.Listener
	most, each int

	mu     sync.Mutex
	inside map[*visitor]bool
	by     map[netip.Prefix]int
	clock  uint64 // counts what happens
}

// A visitor is one connection.
type visitor struct {
	net.Conn
	door  *door
	from  netip.Prefix
	free  bool   // of an own limit
	busy  bool   // something was asked for and is being answered
	since uint64 // when it was last busy, or came
}

func newDoor(l net.Listener, most, each int) *door {
	return &door{Listener: l, most: most, each: each, inside: map[*visitor]bool{}, by: map[netip.Prefix]int{}}
}

// Accept waits for a visitor for whom there is room.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		v := &visitor{Conn: c, door: d}
		v.from, v.free = origin(c.RemoteAddr())
		out, ok := d.enter(v)
		if out != nil {
			_ = out.Conn.Close() // the server notices, and closes it as well
		}
		if ok {
			return v, nil
		}
		_ = c.Close()
	}
}

// origin is whom an address belongs to: of IPv6 a whole network. It is free of an own limit if it is
// of this machine.
func origin(a net.Addr) (from netip.Prefix, free bool) {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Prefix{}, true
	}
	ip := at.Addr().Unmap()
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	from, _ = ip.WithZone("").Prefix(bits)
	return from, ip.IsLoopback()
}

// enter gives a visitor a place, if there is one or somebody can be asked to leave.
func (d *door) enter(v *visitor) (out *visitor, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	own := !v.free && d.by[v.from] >= d.each
	if own || len(d.inside) >= d.most {
		for other := range d.inside {
			if !other.busy && (!own || other.from == v.from) && (out == nil || other.since < out.since) {
				out = other
			}
		}
		if out == nil {
			return nil, false
		}
		d.remove(out)
	}
	d.clock++
	v.since = d.clock
	d.inside[v] = true
	d.by[v.from]++
	return out, true
}

func (d *door) remove(v *visitor) {
	if !d.inside[v] {
		return
	}
	delete(d.inside, v)
	if d.by[v.from]--; d.by[v.from] == 0 {
		delete(d.by, v.from)
	}
}

// state is told by the server what a connection does.
func (d *door) state(c net.Conn, s http.ConnState) {
	v, ok := c.(*visitor)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clock++
	v.busy, v.since = s == http.StateActive, d.clock
}

// Close closes the connection, and makes room.
func (v *visitor) Close() error {
	v.door.mu.Lock()
	v.door.remove(v)
	v.door.mu.Unlock()
	return v.Conn.Close()
}
