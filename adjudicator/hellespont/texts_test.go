package hellespont

// The game is known, so that its texts are.
func init() {
	if err := Opener.Register(""); err != nil {
		panic(err)
	}
}
