package host

import (
	"keryx/orders"
)

// unnamed is the fault of a file that does not say which seat it is for.
func (a addressee) unnamed() *orders.Diagnostic {
	return &orders.Diagnostic{Code: "seat-unnamed", Kind: orders.Unreadable, Args: a.args()}
}

// otherSide is the fault of a file that names a side which its author does not play.
func (a addressee) otherSide(f orders.Field) *orders.Diagnostic {
	return headerFault("other-side", orders.Illegal, f, append(a.args(), "Given", f.Value)...)
}
