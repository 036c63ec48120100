package tables

import (
	"fmt"
	"io/fs"
)

// StepNames returns the files of the steps of a schema in order, migrations/NNNN_name.sql, numbered from 1. The error
// names a step that stands where another number belongs.
func StepNames(steps fs.FS) ([]string, error) {
	names, err := fs.Glob(steps, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		var n int
		if _, err := fmt.Sscanf(name, "migrations/%04d_", &n); err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %s stands where number %04d belongs", name, i+1)
		}
	}
	return names, nil
}
