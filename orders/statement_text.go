package orders

// ParseStatement reads one order alone, without the file around it; its line is the
// first. It returns nil and the first fault if the text is none, or more than one.
func ParseStatement(text string) (*Statement, *Diagnostic) {
	p := parser{file: &File{}, first: map[keyword]int{kwOrders: 1}, section: kwOrders}
	r := reader{faults: &p.faults}
	p.lines = r.lines(text)
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		p.at++
		p.line(line)
	}
	if faults := p.faults.sorted(); len(faults) > 0 {
		return nil, faults[0]
	}
	if len(p.file.Groups) == 1 && len(p.file.Groups[0].Statements) == 1 {
		return &p.file.Groups[0].Statements[0], nil
	}
	return nil, &Diagnostic{Code: CodeOneOrder, Kind: Unreadable, Span: Span{Line: 1}}
}
