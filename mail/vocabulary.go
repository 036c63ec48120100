package mail

import (
	"slices"
	"strings"

	"keryx/orders/pattern"
)

// vocabulary matches the words of a mail that may be repeated in an answer to it: names
// that stand in the standards, kinds of keys, fingerprints and dates, the usual names of
// order files and signatures, and the lines of our own frames. Whoever wants his words
// in a mail that we sign will not find them here.
var vocabulary = pattern.New(`^(?i:` + strings.Join([]string{
	// character sets
	`utf-?(7|8|16|32)(le|be)?`, `(us-)?ascii`, `iso-?8859-[0-9]{1,2}`, `windows-[0-9]{3,4}`, `cp[0-9]{2,5}`, `ibm-?[0-9]{2,5}`,
	`iso-2022-[a-z]{2}(-[0-9])?`, `gb2312`, `gbk`, `gb18030`, `hz-gb-2312`, `big5`, `shift_jis`, `euc-(jp|kr|tw)`, `koi8-[ru]`, `macintosh`,
	// transfer encodings
	`7bit`, `8bit`, `binary`, `base64`, `quoted-printable`, `x-uu(e|encode)`, `uuencode`, `x-yenc`,
	// media types
	`text/(plain|html|enriched|richtext|rtf|calendar|markdown|csv)`, `multipart/(mixed|alternative|related|signed|encrypted|report|digest)`,
	`message/(rfc822|partial|external-body|delivery-status)`, `image/(png|jpeg|gif|webp|svg\+xml)`,
	`application/((x-)?pkcs7-(mime|signature)|pgp-(signature|encrypted|keys)|octet-stream|pdf|zip|rtf|msword|ms-tnef|json|xml)`,
	// keys, signatures and their dates
	`[0-9a-f]{8,64}`, `sha256:[a-z0-9+/]{43}`, `(ssh|ecdsa|sk|rsa)-[a-z0-9-]{1,30}(@openssh\.com)?`, `sk-(ssh|ecdsa)[a-z0-9-]{1,40}@openssh\.com`,
	`(rsa|dsa|elgamal)( [0-9]{1,5})?`, `ecdsa|ecdh|eddsa|ed25519|ed448|x25519`, `md5|sha-?1|ripemd-?160|sha-?(224|256|384|512)|sha3-(256|512)`,
	`0x[0-9a-f]{2}`, `u\+[0-9a-f]{4,6}`, `[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2} utc)?`, `git|file|email|keryx`,
	// fields and files
	`content-(type|transfer-encoding|disposition)`, `mime-version`, `auto-submitted`,
	`(orders|ordres|signature|message|noname|smime|openpgp_[a-z]{1,10})(\.(txt|ord|orders|asc|sig|pgp|gpg|p7s|p7m)){0,2}`, `winmail\.dat`,
	`-----(begin|end) (pgp signed message|pgp signature|pgp public key block|keryx orders|ssh signature)-----`,
	``,
}, `|`) + `)$`)

// PublicArgs returns Args for an answer, without the words of the mail: where those
// stood are three dots. A mail may hold the words of anybody, around a signed text that
// its author sent long ago or with a player's name for its sender, and what we send is
// signed by us.
func (r *Refusal) PublicArgs() []any {
	args := slices.Clone(r.Args)
	for i := 1; i < len(args); i += 2 {
		if text, ok := args[i].(string); ok && args[i-1] != "Hint" && !vocabulary.MatchString(text) {
			args[i] = "…"
		}
	}
	return args
}
