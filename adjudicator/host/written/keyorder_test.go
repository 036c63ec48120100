package written

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadKeyOrder reads texts about keys: in both languages, with comments and under a
// signature mark, and nothing that says a thing twice or something else besides.
func TestReadKeyOrder(t *testing.T) {
	for text, want := range map[string]KeyOrder{
		"keryx register 1\n": {Verb: "register"},
		"\n# my key\nKERYX Enregistrer 1\nadresse anna@example.org # mine\n":                           {Verb: "register", Value: "anna@example.org"},
		"keryx inscrire 1\naddress a@b\n":                                                              {Verb: "register", Value: "a@b"},
		"keryx enregistre 1\n":                                                                         {Verb: "register"},
		"keryx register 1\naddress a@b\npass ABCD EFGH\n":                                              {Verb: "register", Value: "a@b", Pass: "ABCDEFGH"},
		"keryx enregistrer 1\npasse ABCD\npasse EFGH\n":                                                {Verb: "register", Pass: "ABCD", Fault: "line", Word: "passe EFGH"},
		"keryx confirm 1\nkey F00D\nat a@b\n":                                                          {Verb: "confirm", Key: "F00D", At: "a@b"},
		"keryx revoke 1\npass ABCD\n":                                                                  {Verb: "revoke", Fault: "line", Word: "pass ABCD"},
		"keryx stop 1\nkey F00D\nat a@b\n":                                                             {Verb: "stop", Value: "F00D", At: "a@b"},
		"keryx arr\u00eater 1\nclef F00D\nchez a@b\n":                                                  {Verb: "stop", Value: "F00D", At: "a@b"},
		"keryx confirm 1\ncode ABCD-EFGH\n":                                                            {Verb: "confirm", Value: "ABCD-EFGH"},
		"keryx confirmer 1\ncode ABCD EFGH\n":                                                          {Verb: "confirm", Value: "ABCDEFGH"},
		"keryx confirme 1\n":                                                                           {Verb: "confirm"},
		"keryx rotate 1\nto F00D\nat orders@club.example\n":                                            {Verb: "rotate", Value: "F00D", At: "orders@club.example"},
		"keryx replace 1\nat <a@b>\nto F0 0D\n":                                                        {Verb: "rotate", Value: "F00D", At: "a@b"},
		"keryx remplacer 1\npar F00D\nchez a@b\n":                                                      {Verb: "rotate", Value: "F00D", At: "a@b"},
		"keryx remplace 1\nvers F00D\nserveur a@b\n":                                                   {Verb: "rotate", Value: "F00D", At: "a@b"},
		"keryx revoke 1\nkey F00D\nserver a@b\n":                                                       {Verb: "revoke", Value: "F00D", At: "a@b"},
		"keryx r\u00e9voquer 1\nclef F00D\nchez a@b\n":                                                 {Verb: "revoke", Value: "F00D", At: "a@b"},
		"keryx revoque 1\ncl\u00e9 F00D\nchez a@b\n-- \nAnna\nkey DEAD\n":                              {Verb: "revoke", Value: "F00D", At: "a@b"},
		"keryx confirm 1\ncode ABCD-EFGH\n\nOn Monday somebody wrote:\n> keryx revoke 1\n> key F00D\n": {Verb: "confirm", Value: "ABCD-EFGH"},
		"keryx register 1\naddress a@b\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjME\n-----END PGP PUBLIC KEY BLOCK-----\npass ABCD\n": {Verb: "register", Value: "a@b", Pass: "ABCD"},
		"keryx confirm 1\ncode ABCD-EFGH\nHe wrote:\n": {Verb: "confirm", Value: "ABCD-EFGH", Fault: "line", Word: "He wrote:"},
		"keryx revoke 1\nkey\nat a@b\n":                {Verb: "revoke", Fault: "line", Word: "key"},
		"keryx revoke 1\nkey F00D\nkey DEAD\nat a@b\n": {Verb: "revoke", Value: "F00D", Fault: "line", Word: "key DEAD"},
		"keryx revoke 1\nat a@b\nat c@d\n":             {Verb: "revoke", At: "a@b", Fault: "line", Word: "at c@d"},
		"keryx revoke 1\nat a@b c@d\n":                 {Verb: "revoke", Fault: "line", Word: "at a@b c@d"},
		"keryx revoke 1\nin a@b\n":                     {Verb: "revoke", Fault: "line", Word: "in a@b"},
		"keryx revoke 1\nto F00D\n":                    {Verb: "revoke", Fault: "line", Word: "to F00D"},
		"keryx register 1\nkeryx revoke 1\n":           {Verb: "register", Fault: "line", Word: "keryx revoke 1"},
		"keryx revoke\n":                               {Verb: "revoke", Fault: "version", Word: "keryx revoke"},
		"keryx revoke 2\n":                             {Verb: "revoke", Fault: "version", Word: "keryx revoke 2"},
		"keryx revoke 1 now\n":                         {Verb: "revoke", Fault: "version", Word: "keryx revoke 1 now"},
	} {
		got, ok := ReadKeyOrder(text)
		if d := cmp.Diff(want, got, cmp.AllowUnexported(KeyOrder{})); d != "" || !ok {
			t.Errorf("%q, %t (-want +got):\n%s", text, ok, d)
		}
	}
	for _, text := range []string{"", "\n# nothing\n", "keryx\n", "keryx request 1\nstatus\n", "revoke 1\n", "karyx revoke 1\n", "game ford-1\nkeryx revoke 1\n", "> keryx revoke 1\n"} {
		if o, ok := ReadKeyOrder(text); ok {
			t.Errorf("%q is read as %+v", text, o)
		}
	}
}
