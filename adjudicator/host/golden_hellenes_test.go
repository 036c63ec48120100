package host_test

import "keryx/adjudicator/hellenes"

func init() {
	if err := hellenes.Opener.Register(""); err != nil {
		panic(err)
	}
}
