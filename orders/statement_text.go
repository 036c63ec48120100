package orders

// ParseStatement reads one order alone, without the file around it; its line is the
// first. It returns nil and the first fault if the text is none, or more than one.
func ParseStatement(text string) (*Statement, *Diagnostic) {
	groups, faults := parseBody(text)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	if len(groups) == 1 && len(groups[0].Statements) == 1 {
		return &groups[0].Statements[0], nil
	}
	return nil, &Diagnostic{Code: CodeOneOrder, Kind: Unreadable, Span: Span{Line: 1}}
}

// ParseStatements reads orders alone, without the file around them, and all faults. There
// is no heading of a phase among them: it would be a fault of the kind [CodeOneOrder].
func ParseStatements(text string) (all []Statement, faults []*Diagnostic) {
	groups, faults := parseBody(text)
	for _, g := range groups {
		if g.Phase != "" {
			faults = append(faults, &Diagnostic{Code: CodeOneOrder, Kind: Unreadable, Span: g.Span})
		}
		all = append(all, g.Statements...)
	}
	return all, faults
}

// parseBody reads what stands under the heading of the orders.
func parseBody(text string) ([]Group, []*Diagnostic) {
	p := parser{file: &File{}, first: map[keyword]int{kwOrders: 1}, section: kwOrders}
	r := reader{faults: &p.faults}
	p.lines = r.lines(text)
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		p.at++
		p.line(line)
	}
	return p.file.Groups, p.faults.sorted()
}
