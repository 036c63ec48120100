package wire

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
)

// proxy is a TCP relay that can go wrong in the ways of a network.
type proxy struct {
	net.Listener
	target string

	mu      sync.Mutex
	healed  *sync.Cond
	silent  bool                // connected, but nothing passes any more
	swallow string              // one connection goes dead when its client says this
	rewrite func([]byte) []byte // applied to what the server says
	hear    func([]byte)        // told what the client says
	cut     func(toClient []byte) (n int, cut bool)
	conns   []net.Conn

	accepted chan struct{} // one token per connection
}

// relay starts a proxy before target; it ends with the test.
func relay(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &proxy{Listener: l, target: target, accepted: make(chan struct{}, 1000)}
	p.healed = sync.NewCond(&p.mu)
	go p.serve()
	t.Cleanup(func() {
		l.Close()
		p.set(func() { p.silent = false })
		p.dropAll()
	})
	return p
}

// set changes the behaviour under the lock.
func (p *proxy) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	p.healed.Broadcast()
}

func (p *proxy) dropAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

func (p *proxy) serve() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, client, server)
		p.mu.Unlock()
		p.accepted <- struct{}{}
		go p.copy(server, client, false)
		go p.copy(client, server, true)
	}
}

func (p *proxy) copy(to, from net.Conn, toClient bool) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		if !toClient && p.dies(buf[:n]) {
			io.Copy(io.Discard, from) // the server hears nothing more, so neither does the client
			return
		}
		data, last := p.treat(buf[:n], toClient)
		if _, err := to.Write(data); err != nil || last {
			return
		}
	}
}

// dies reports, once, that this connection is to go dead.
func (p *proxy) dies(said []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hear != nil {
		p.hear(said)
	}
	if p.swallow == "" || !bytes.Contains(said, []byte(p.swallow)) {
		return false
	}
	p.swallow = ""
	return true
}

// treat waits while the line is silent, then applies the faults.
func (p *proxy) treat(data []byte, toClient bool) (out []byte, last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.silent {
		p.healed.Wait()
	}
	if toClient && p.rewrite != nil {
		data = p.rewrite(data)
	}
	if toClient && p.cut != nil {
		if n, cut := p.cut(data); cut {
			return data[:n], true
		}
	}
	return data, false
}

// script is a server that greets and answers each line by the first matching
// prefix; an empty answer closes the connection, a missing one says nothing.
func script(t *testing.T, greeting string, answers ...[2]string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go answer(conn, greeting, answers)
		}
	}()
	return l.Addr().String()
}

func answer(conn net.Conn, greeting string, answers [][2]string) {
	io.WriteString(conn, greeting)
	var pending []byte
	buf := make([]byte, 4096)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		pending = append(pending, buf[:n]...)
		for {
			line, rest, ok := bytes.Cut(pending, []byte("\r\n"))
			if !ok {
				break
			}
			pending = rest
			for _, a := range answers {
				if bytes.HasPrefix(line, []byte(a[0])) {
					if a[1] == "" {
						conn.Close()
						return
					}
					io.WriteString(conn, a[1])
					break
				}
			}
		}
	}
}
