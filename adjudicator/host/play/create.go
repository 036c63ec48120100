package play

import (
	"fmt"
)

// Error says what was given and what would do.
func (e *SettingError) Error() string {
	return fmt.Sprintf("%s %q will not do: want %s", e.Setting, e.Value, e.Want)
}
