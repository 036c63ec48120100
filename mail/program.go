package mail

import (
	"errors"
	"strings"
)

// Program is a mail program that a player writes with, as far as its mails tell. It is
// good for a hint only: anybody can claim anything.
type Program string

// The programs that there are hints for. All others are the empty Program.
const (
	Thunderbird Program = "thunderbird"
	AppleMail   Program = "apple"
	Outlook     Program = "outlook"
	Gmail       Program = "gmail"
	Mutt        Program = "mutt"
	K9          Program = "k9" // and Thunderbird for Android, which came of it
)

// Programs lists the programs that there are hints for.
var Programs = []Program{Thunderbird, AppleMail, Outlook, Gmail, Mutt, K9}

// programMarks are what programs write into User-Agent or X-Mailer, in lower case. The
// first that fits counts.
var programMarks = []struct {
	mark    string
	program Program
}{
	{"k-9 mail", K9}, {"thunderbird for android", K9}, {"thunderbird-android", K9}, {"thunderbird", Thunderbird},
	{"apple mail", AppleMail}, {"iphone mail", AppleMail}, {"ipad mail", AppleMail}, {"outlook", Outlook}, {"microsoft-macoutlook", Outlook},
	{"mutt", Mutt}, {"gmail", Gmail},
}

// programOf tells the program by the fields that programs name themselves in, and
// where there are none by the right-hand side of the Message-ID, which web mail of the
// great providers does not hide.
func programOf(h header, id string) Program {
	said := strings.ToLower(h.only("user-agent") + " " + h.only("x-mailer"))
	for _, m := range programMarks {
		if strings.Contains(said, m.mark) {
			return m.program
		}
	}
	switch id = strings.ToLower(id); {
	case strings.TrimSpace(said) != "":
		return ""
	case strings.HasSuffix(id, "@mail.gmail.com>"):
		return Gmail
	case strings.HasSuffix(id, ".outlook.com>"):
		return Outlook
	}
	return ""
}

// The topics of hints.
const (
	hintSign    = "sign"    // how to sign with that program, or to do without
	hintPlain   = "plain"   // how to send plain text
	hintWrap    = "wrap"    // how to keep it from wrapping lines
	hintAttach  = "attach"  // how to attach files
	hintUnicode = "unicode" // how to send UTF-8
)

// hints gives each code the topic that helps, where it depends on the mail program
// how the mail should have been sent. For the others, such as a key that has
// expired, "refusal.CODE.mend" says it all.
var hints = map[Code]string{
	NotSigned: hintSign, Encrypted: hintSign, SealedMail: hintSign, SMIME: hintSign, NoMarker: hintSign, NestedSigned: hintSign, WrongPGPMIME: hintSign,
	Reencoded: hintSign, BrokenSignature: hintSign, TwoSignatures: hintSign, WrongType: hintSign, EmptyText: hintSign,

	HTMLOnly: hintPlain, NoText: hintPlain, OddBody: hintPlain, QuotedBlock: hintPlain, TwoTexts: hintPlain, TwoBlocks: hintPlain,
	LaterBlock: hintPlain, TextOutside: hintPlain, HashMismatch: hintPlain, ArmorHeader: hintPlain, BadEncoding: hintPlain, PartialMail: hintPlain,

	WrongSignature: hintWrap, Flowed: hintWrap, WrongBlock: hintWrap, DashLine: hintWrap,

	Forwarded: hintAttach, AttachedBlock: hintAttach, NoOrderFile: hintAttach, TwoFiles: hintAttach, BinarySignature: hintAttach,

	BadCharset: hintUnicode, NotASCII: hintUnicode, BadUTF8: hintUnicode, ControlChar: hintUnicode,
}

// advise adds to a refusal which hint fits: "hint." and this value is a key of the
// catalogues. Without a known program the text names them all.
func advise(m *Message, err error) {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return
	}
	topic, ok := hints[refusal.Code]
	if !ok {
		return
	}
	if m.Program != "" {
		topic += "." + string(m.Program)
	}
	refusal.Args = append(refusal.Args, "Hint", topic)
}
