package templates

import "keryx/adjudicator"

// stop is where the reader's orders stopped, or nil: the first place, if they did so
// more than once since he was last written to.
func (b *builder) stop() *adjudicator.Stop {
	if b.r.Side < 0 {
		return nil
	}
	for _, c := range b.r.Story {
		for _, e := range c.Events {
			if e.Stop != nil && e.Stop.Side == b.r.Side {
				return e.Stop
			}
		}
	}
	return nil
}

// stopArgs are what the texts on a stop may use.
func (b *builder) stopArgs(s *adjudicator.Stop) []any {
	return append(b.args(), "Line", s.Fault.Span.Line, "Count", s.Left)
}

// stopSubject is the subject of a letter that would speak of orders: that they stopped
// weighs more than that they were taken, or that more are needed.
func (b *builder) stopSubject() string {
	if s := b.stop(); s != nil && (b.r.Kind == Receipt || b.r.Kind == Asked) {
		return b.Say("report.subject.stopped", b.stopArgs(s)...)
	}
	return ""
}

// opening is the first paragraph.
func (b *builder) opening() []string {
	own := b.purpose()
	s := b.stop()
	if s == nil {
		return []string{own}
	}
	stopped := b.Say("report.lead.stopped", b.stopArgs(s)...)
	switch b.r.Kind {
	case Receipt:
		return []string{stopped}
	case Asked:
		return []string{stopped, own}
	}
	return []string{own, stopped}
}

// stopped shows the order that could not be done as a refusal would, with the way out.
func (b *builder) stopped() section {
	s := b.stop()
	if s == nil {
		return section{}
	}
	return b.head("stopped", block{Fault: b.fault(s.Fault)}, block{Para: b.Say("report.stopped-note", b.stopArgs(s)...)})
}
