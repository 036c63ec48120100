package host_test

import "keryx/adjudicator/perse"

// Twins, help and requests are tried with Plutôt mort que Perse ! as with every game that is registered.
func init() {
	if err := perse.Opener.Register(""); err != nil {
		panic(err)
	}
}
