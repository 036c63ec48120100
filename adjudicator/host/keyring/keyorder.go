package keyring

import (
	"strings"
)

// Keys are changed by mail with a short signed text:
//
//	keryx register 1               signed by the new key, which the mail brings along
//	address anna@example.org       the registered address of its owner
//	pass ABCD-EFGH-...             as sent there, where strangers have sent too many
//
//	keryx confirm 1                signed by the new key
//	code ABCD-EFGH-...             as sent to the registered address
//
//	keryx confirm 1                signed by a key in use
//	key FINGERPRINT                of the new key, which is to count beside it
//	at orders@club.example         the server that it is for
//
//	keryx rotate 1                 signed by the key in use
//	to FINGERPRINT                 of the new key, which has been sent with "register"
//	at orders@club.example         the server that it is for
//
//	keryx revoke 1                 signed by any key of the owner in use
//	key FINGERPRINT                the one to be revoked; left out: the one that signs
//	at orders@club.example         the server that it is for
//
//	keryx stop 1                   signed by any key of the owner in use
//	key FINGERPRINT                the one about which something waits
//	at orders@club.example         the server that it is for
//
// Without the server, whoever has seen the mail could send it to another club where the
// same key is in use. A line "dated DAY" may be added to ask for the same once more. A comment begins with "#". What is quoted from another mail below, and
// a key in the text, are passed over: mail programs that sign a whole mail sign those too.

// sameFingerprint compares fingerprints as people copy them: OpenPGP ones in groups
// and either case, SSH ones with or without what stands before.
func sameFingerprint(have, given string) bool {
	if given == "" {
		return false
	}
	if strings.HasPrefix(have, "SHA256:") {
		return have == given || have == "SHA256:"+given
	}
	return strings.EqualFold(have, strings.TrimPrefix(given, "0x"))
}
