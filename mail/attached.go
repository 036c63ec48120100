package mail

// Attached returns the octets of the one file of that name in a mail, or nil if there is none,
// or more than one. Nothing is checked of who sent it: what servers send each other is signed
// in the file itself.
func Attached(raw []byte, name string) (file []byte) {
	var broken error // a mail that cannot be read holds no file
	defer rescue(&broken)
	octets, err := normalise(withoutEnvelopeLine(raw))
	if err != nil {
		return nil
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return nil
	}
	found := 0
	for _, leaf := range root.leaves() {
		if leaf.name != name {
			continue
		}
		if file, err = leaf.decoded(); err != nil {
			return nil
		}
		found++
	}
	if found != 1 {
		return nil
	}
	return file
}
