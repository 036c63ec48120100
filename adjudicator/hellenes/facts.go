package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/hellenes/data"
)

// Facts implements [adjudicator.Checked].
func (r *Rules) Facts() adjudicator.Facts {
	return adjudicator.Facts{Wrong: data.Check(r.Data), Origins: field.Lines(data.Reconstructed(r.Data))}
}
