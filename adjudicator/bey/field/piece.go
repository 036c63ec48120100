package field

// EachPiece yields each piece of a stack by itself: of units that show the same face one, that of the
// lowest index, and every leader.
func (g *Field) EachPiece(units UnitSet, men LeaderSet, yield func(UnitSet, LeaderSet)) {
	g.EachFace(units, func(u UnitNo) { yield(UnitsOf(u), 0) })
	for men != 0 {
		var one LeaderSet
		one.Add(men.Pop())
		yield(UnitSet{}, one)
	}
}
