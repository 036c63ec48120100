//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator/dice/seed"
	"keryx/store"
)

// once is a pause behind which no second kill comes: the first comes when half of the orders are there.
const once = 24 * 60 * 60

// TestCrew has several daemons serve one database while one of them is killed every few seconds and the server of the
// database is restarted, and then wants every order applied once, acknowledged once, and every mail delivered with the
// bytes that are stored. KERYX_CREW sets "daemons games orders seconds restarts": how many daemons, games at the same
// time, orders in all, seconds between two kills (0: none), and restarts.
func TestCrew(t *testing.T) {
	t.Parallel()
	size := crewSize{daemons: 2, games: 4, orders: 16, pause: once, restarts: 1}
	size.read(t, os.Getenv("KERYX_CREW"))
	s := besiege(t, "postgres", mathrand.New(mathrand.NewPCG(seed.First(t, 1), 0)))
	s.games = size.games
	c := &crewOfProcesses{siege: s, as: "keryx"}
	for range size.daemons {
		c.launch()
	}
	begun, restarted := time.Now(), 0
	for len(s.sent) < size.orders {
		s.whenThere(s.write)
		c.harass(size)
		if restarted < size.restarts && len(s.sent) >= (restarted+1)*size.orders/(size.restarts+1) {
			s.server.Stop()
			noErr(t, s.server.Start())
			restarted++
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.whenThere(s.idle)
	took := time.Since(begun)
	c.listed()
	c.stop()
	s.noneSetAside()
	s.inspect(c.kills + restarted*size.daemons)
	t.Logf("%d daemons, %d killed, %d restarts of the server: %d orders in %v, %.1f a second", size.daemons, c.kills, restarted, len(s.sent), took.Round(time.Second), float64(len(s.sent))/took.Seconds())
}

// whenThere does something while the server may be away, again if it was.
func (s *siege) whenThere(do func()) {
	s.t.Helper()
	for {
		err := s.host.Store.View(s.t.Context(), func(store.ReadTx) error { return nil })
		if err == nil {
			do()
			return
		}
		if !errors.Is(err, store.ErrUnavailable) {
			s.t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// crewOfProcesses are daemons on one database.
type crewOfProcesses struct {
	*siege
	all   []*exec.Cmd
	ended []chan struct{}
	kills int
	as    string        // the name of the program
	spent time.Duration // CPU of those that have ended

	killed time.Time // when the last was
	then   int       // orders that had been sent by then
}

// harass kills one of them when the last kill was long enough ago and work has been done since: players have sent new
// orders. To take over from one who is gone takes many seconds, more on a slow machine: where kills came faster nobody
// would ever get to work, and nothing be tried. At least one is killed in the midst of the work, however fast it goes.
func (c *crewOfProcesses) harass(size crewSize) {
	c.t.Helper()
	if c.killed.IsZero() {
		c.killed = time.Now()
	}
	late := time.Since(c.killed) > time.Duration(size.pause)*time.Second || c.kills == 0 && len(c.sent) > size.orders/2
	if size.pause == 0 || !late || len(c.sent) <= c.then {
		return
	}
	c.kill()
	c.killed, c.then = time.Now(), len(c.sent)
}

// launch starts one more.
func (c *crewOfProcesses) launch() {
	c.t.Helper()
	daemon := exec.CommandContext(c.t.Context(), os.Args[0], "serve", "--config", c.config)
	daemon.Args[0] = c.as
	stderr, err := daemon.StderrPipe()
	noErr(c.t, err)
	noErr(c.t, daemon.Start())
	ended, serving := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		once := sync.OnceFunc(func() { close(serving) })
		defer once()
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if strings.Contains(lines.Text(), "msg=serving") {
				once()
			}
			if os.Getenv("KERYX_CREW_LOG") != "" {
				os.Stdout.WriteString(strconv.Itoa(daemon.Process.Pid) + " " + lines.Text() + "\n")
			}
		}
	}()
	<-serving
	c.all, c.ended = append(c.all, daemon), append(c.ended, ended)
}

// kill kills one of them, and starts another.
func (c *crewOfProcesses) kill() {
	c.t.Helper()
	i := c.r.IntN(len(c.all))
	noErr(c.t, c.all[i].Process.Signal(syscall.SIGKILL))
	<-c.ended[i]
	c.all[i].Wait()
	c.spend(c.all[i])
	c.all, c.ended = slices.Delete(c.all, i, i+1), slices.Delete(c.ended, i, i+1)
	c.kills++
	c.launch()
}

// stop asks all to stop.
func (c *crewOfProcesses) stop() {
	c.t.Helper()
	for i, daemon := range c.all {
		noErr(c.t, daemon.Process.Signal(syscall.SIGTERM))
		<-c.ended[i]
		if err := daemon.Wait(); err != nil {
			c.t.Errorf("a daemon did not stop cleanly: %v", err)
		}
		c.spend(daemon)
	}
}

func (c *crewOfProcesses) spend(daemon *exec.Cmd) {
	c.spent += daemon.ProcessState.UserTime() + daemon.ProcessState.SystemTime()
}

// listed wants keryx status and keryx doctor to list the daemons, and one of them to have the mailbox.
func (c *crewOfProcesses) listed() {
	c.t.Helper()
	for _, command := range []string{"status", "doctor"} {
		said := ""
		for range 60 { // a daemon that was killed is listed until it has been silent for long enough
			var out bytes.Buffer
			run(c.t.Context(), []string{command, "--config", c.config}, &out, &out)
			if said = out.String(); strings.Count(said, "last sign of life") == len(c.all) && strings.Count(said, "has the mailbox "+siegeServer+" since") == 1 {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		for _, daemon := range c.all {
			if !strings.Contains(said, fmt.Sprintf("process %d on", daemon.Process.Pid)) {
				c.t.Errorf("keryx %s does not list process %d:\n%s", command, daemon.Process.Pid, said)
			}
		}
	}
}
