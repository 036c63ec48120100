package screen

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progressAfter is how long a command works before it shows how far it is: what is over at once needs no bar.
const progressAfter = 2 * time.Second

// progressWidth is how many columns a bar has.
const progressWidth = 32

// Progress shows a person how far a command is. Nothing is shown where nobody looks: its methods do nothing then.
type Progress struct {
	shown *mpb.Progress
	bar   *mpb.Bar
}

// Progress begins to show how far a command is, on the terminal that its errors go to. What the command prints
// meanwhile would run into the bar: where it says that it prints, a bar is shown only if that goes elsewhere.
func (g *Globals) Progress(what string, prints bool) *Progress {
	if g.Quiet || !IsTerminal(os.Stderr) || os.Getenv("TERM") == "dumb" || prints && IsTerminal(os.Stdout) {
		return &Progress{}
	}
	later := make(chan struct{})
	time.AfterFunc(progressAfter, func() { close(later) })
	return newProgress(os.Stderr, what, mpb.WithRenderDelay(later))
}

// newProgress shows on a terminal what is being done, and for how long, until it is known how much there is to do.
func newProgress(to io.Writer, what string, options ...mpb.ContainerOption) *Progress {
	p := &Progress{shown: mpb.New(append([]mpb.ContainerOption{mpb.WithOutput(to), mpb.WithWidth(progressWidth)}, options...)...)}
	p.bar = p.shown.AddBar(0, mpb.PrependDecorators(decor.Name(what+" "), decor.Any(counted)),
		mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)))
	return p
}

// counted says how much is done of how much, once that is known.
func counted(s decor.Statistics) string {
	if s.Total <= 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d ", s.Current, s.Total)
}

// To says how much is done of how much.
func (p *Progress) To(done, of int) {
	if p.bar != nil {
		p.bar.SetTotal(int64(of), false)
		p.bar.SetCurrent(int64(done))
	}
}

// Next says that one more is done.
func (p *Progress) Next() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// Done takes the bar away.
func (p *Progress) Done() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.shown.Wait()
		p.bar = nil
	}
}
