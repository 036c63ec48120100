package host

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadKeyOrder reads texts about keys: in both languages, with comments and under a
// signature mark, and nothing that says a thing twice or something else besides.
func TestReadKeyOrder(t *testing.T) {
	for text, want := range map[string]keyOrder{
		"keryx register 1\n": {verb: "register"},
		"\n# my key\nKERYX Enregistrer 1\nadresse anna@example.org # mine\n":                           {verb: "register", value: "anna@example.org"},
		"keryx inscrire 1\naddress a@b\n":                                                              {verb: "register", value: "a@b"},
		"keryx enregistre 1\n":                                                                         {verb: "register"},
		"keryx register 1\naddress a@b\npass ABCD EFGH\n":                                              {verb: "register", value: "a@b", pass: "ABCDEFGH"},
		"keryx enregistrer 1\npasse ABCD\npasse EFGH\n":                                                {verb: "register", pass: "ABCD", fault: "line", word: "passe EFGH"},
		"keryx confirm 1\nkey F00D\nat a@b\n":                                                          {verb: "confirm", key: "F00D", at: "a@b"},
		"keryx revoke 1\npass ABCD\n":                                                                  {verb: "revoke", fault: "line", word: "pass ABCD"},
		"keryx stop 1\nkey F00D\nat a@b\n":                                                             {verb: "stop", value: "F00D", at: "a@b"},
		"keryx arr\u00eater 1\nclef F00D\nchez a@b\n":                                                  {verb: "stop", value: "F00D", at: "a@b"},
		"keryx confirm 1\ncode ABCD-EFGH\n":                                                            {verb: "confirm", value: "ABCD-EFGH"},
		"keryx confirmer 1\ncode ABCD EFGH\n":                                                          {verb: "confirm", value: "ABCDEFGH"},
		"keryx confirme 1\n":                                                                           {verb: "confirm"},
		"keryx rotate 1\nto F00D\nat orders@club.example\n":                                            {verb: "rotate", value: "F00D", at: "orders@club.example"},
		"keryx replace 1\nat <a@b>\nto F0 0D\n":                                                        {verb: "rotate", value: "F00D", at: "a@b"},
		"keryx remplacer 1\npar F00D\nchez a@b\n":                                                      {verb: "rotate", value: "F00D", at: "a@b"},
		"keryx remplace 1\nvers F00D\nserveur a@b\n":                                                   {verb: "rotate", value: "F00D", at: "a@b"},
		"keryx revoke 1\nkey F00D\nserver a@b\n":                                                       {verb: "revoke", value: "F00D", at: "a@b"},
		"keryx r\u00e9voquer 1\nclef F00D\nchez a@b\n":                                                 {verb: "revoke", value: "F00D", at: "a@b"},
		"keryx revoque 1\ncl\u00e9 F00D\nchez a@b\n-- \nAnna\nkey DEAD\n":                              {verb: "revoke", value: "F00D", at: "a@b"},
		"keryx confirm 1\ncode ABCD-EFGH\n\nOn Monday somebody wrote:\n> keryx revoke 1\n> key F00D\n": {verb: "confirm", value: "ABCD-EFGH"},
		"keryx register 1\naddress a@b\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjME\n-----END PGP PUBLIC KEY BLOCK-----\npass ABCD\n": {verb: "register", value: "a@b", pass: "ABCD"},
		"keryx confirm 1\ncode ABCD-EFGH\nHe wrote:\n": {verb: "confirm", value: "ABCD-EFGH", fault: "line", word: "He wrote:"},
		"keryx revoke 1\nkey\nat a@b\n":                {verb: "revoke", fault: "line", word: "key"},
		"keryx revoke 1\nkey F00D\nkey DEAD\nat a@b\n": {verb: "revoke", value: "F00D", fault: "line", word: "key DEAD"},
		"keryx revoke 1\nat a@b\nat c@d\n":             {verb: "revoke", at: "a@b", fault: "line", word: "at c@d"},
		"keryx revoke 1\nat a@b c@d\n":                 {verb: "revoke", fault: "line", word: "at a@b c@d"},
		"keryx revoke 1\nin a@b\n":                     {verb: "revoke", fault: "line", word: "in a@b"},
		"keryx revoke 1\nto F00D\n":                    {verb: "revoke", fault: "line", word: "to F00D"},
		"keryx register 1\nkeryx revoke 1\n":           {verb: "register", fault: "line", word: "keryx revoke 1"},
		"keryx revoke\n":                               {verb: "revoke", fault: "version", word: "keryx revoke"},
		"keryx revoke 2\n":                             {verb: "revoke", fault: "version", word: "keryx revoke 2"},
		"keryx revoke 1 now\n":                         {verb: "revoke", fault: "version", word: "keryx revoke 1 now"},
	} {
		got, ok := readKeyOrder(text)
		if d := cmp.Diff(want, got, cmp.AllowUnexported(keyOrder{})); d != "" || !ok {
			t.Errorf("%q, %t (-want +got):\n%s", text, ok, d)
		}
	}
	for _, text := range []string{"", "\n# nothing\n", "keryx\n", "keryx request 1\nstatus\n", "revoke 1\n", "karyx revoke 1\n", "game ford-1\nkeryx revoke 1\n", "> keryx revoke 1\n"} {
		if o, ok := readKeyOrder(text); ok {
			t.Errorf("%q is read as %+v", text, o)
		}
	}
}
