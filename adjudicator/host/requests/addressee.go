package requests

import (
	"keryx/orders"
)

// Unnamed is the fault of a file that does not say which seat it is for.
func (a Addressee) Unnamed() *orders.Diagnostic {
	return &orders.Diagnostic{Code: "seat-unnamed", Kind: orders.Unreadable, Args: a.args()}
}

// OtherSide is the fault of a file that names a side which its author does not play.
func (a Addressee) OtherSide(f orders.Field) *orders.Diagnostic {
	return HeaderFault("other-side", orders.Illegal, f, append(a.args(), "Given", f.Value)...)
}
