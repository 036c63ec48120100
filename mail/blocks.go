package mail

import (
	"bytes"
	"strings"

	"github.com/ProtonMail/go-crypto/openpgp/clearsign"

	"keryx/orders/pattern"
)

// The lines that begin and end signed blocks.
const (
	beginClearsigned = "-----BEGIN PGP SIGNED MESSAGE-----"
	beginPGPSign     = "-----BEGIN PGP SIGNATURE-----"
	endPGPSign       = "-----END PGP SIGNATURE-----"
	beginPGPMessage  = "-----BEGIN PGP MESSAGE-----"
	beginPGPKey      = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	endPGPKey        = "-----END PGP PUBLIC KEY BLOCK-----"
	beginOrders      = "-----BEGIN KERYX ORDERS-----"
	beginSSHSign     = "-----BEGIN SSH SIGNATURE-----"
	endSSHSign       = "-----END SSH SIGNATURE-----"
)

// block is one signed block found in a text.
type block struct {
	scheme Scheme // Clearsigned or SSHInline
	signed []byte // what the signature covers: of SSHInline as received, with CRLF
	text   string // of Clearsigned: the same as text, dash escapes undone
	hash   string // of Clearsigned: the value of the Hash line; empty without one
	proof  []byte // the armoured signature
}

// scan is what stands in one text.
type scan struct {
	blocks    []block
	outside   []string // the lines outside of blocks
	quoted    bool     // a block begins behind a quote mark or an indentation
	stray     bool     // an SSH signature without beginOrders
	bent      string   // the line that would begin a block, had its dashes been left alone
	encrypted bool     // an OpenPGP message
	encoded   bool     // uuencode, yEnc
}

// scanBlocks looks for signed blocks in a decoded text and checks their
// frames. The error is a *Refusal when a frame is broken; there is no attempt to find
// out what was meant, since another program might find out otherwise.
func scanBlocks(text []byte) (*scan, error) {
	s := &scan{}
	lines := strings.Split(strings.TrimPrefix(toLF(text), "\ufeff"), "\n")
	for i := 0; i < len(lines); {
		used, err := s.take(lines[i:])
		if err != nil {
			return nil, err
		}
		i += used
	}
	return s, nil
}

// privateKey matches the first line of a private key of any kind. Whoever sends one
// must hear of that, and of nothing else.
var privateKey = pattern.New(`^-----BEGIN ([A-Z]+ )?PRIVATE KEY( BLOCK)?-----$`)

// bentFrame matches the first line of a block whose dashes a program has made
// typographic or has lost: nothing of it counts, and its author believes that he signed.
var bentFrame = pattern.New(`^[-\x{2010}-\x{2015}\x{2212}]+ ?BEGIN (PGP SIGNED MESSAGE|KERYX ORDERS)\b`)

// uuencoded matches the first line of a uuencoded or yEnc body.
var uuencoded = pattern.New(`^(begin [0-7]{3,4} \S|=ybegin )`)

// take judges the first of lines and returns how many belong to it.
func (s *scan) take(lines []string) (used int, err error) {
	var b block
	line := trimBlanks(lines[0])
	switch {
	case line == beginClearsigned:
		b, used, err = takeClearsigned(lines)
	case line == beginOrders:
		b, used, err = takeOrders(lines)
	case line == beginPGPSign, line == endPGPSign, line == endSSHSign:
		return 0, refuse(WrongBlock, "Line", line)
	case line == beginSSHSign:
		s.stray = true
		return max(indexLine(lines, endSSHSign), 0) + 1, nil
	case line == beginPGPMessage:
		s.encrypted = true
		return 1, nil
	case privateKey.MatchString(line):
		return 0, refuse(PrivateKey)
	case line == beginPGPKey:
		// Key material in a mail is never used, nor are its lines orders.
		if end := indexLine(lines, endPGPKey); end > 0 {
			return end + 1, nil
		}
		return 0, refuse(WrongBlock, "Line", line)
	default:
		for _, mark := range []string{beginClearsigned, beginPGPSign, beginOrders, beginSSHSign} {
			if strings.Contains(line, mark) {
				s.quoted = true
			}
		}
		if match := bentFrame.FindStringSubmatch(line); match != nil {
			s.bent = "-----BEGIN " + match[1] + "-----"
		}
		if uuencoded.MatchString(line) {
			s.encoded = true
		}
		s.outside = append(s.outside, lines[0])
		return 1, nil
	}
	if err != nil {
		return 0, err
	}
	s.blocks = append(s.blocks, b)
	return used, nil
}

// hashLine is the only armour header that a cleartext signature may have (RFC
// 9580 section 7): no text can hide in it. "NotDashEscaped" and "Charset",
// which some programs know, would change what is signed.
var hashLine = pattern.New(`^Hash: ([A-Za-z0-9-]{1,16})$`)

// takeClearsigned checks the frame of a clearsigned block (RFC 9580 section 7) line
// by line and has the library undo the dash escapes. The frame is checked
// here because the library skips text before the block, takes other blanks
// than space and tab for an empty line, and lets unescaped dashes pass.
func takeClearsigned(lines []string) (block, int, error) {
	b := block{scheme: Clearsigned}
	// The library gets the frame without its Hash line, which is compared with
	// the signature later.
	frame := []string{beginClearsigned, ""}
	i := 1
	for ; ; i++ {
		if i == len(lines) {
			return block{}, 0, refuse(WrongBlock, "Line", beginClearsigned)
		}
		line := trimBlanks(lines[i])
		if line == "" {
			i++
			break
		}
		match := hashLine.FindStringSubmatch(line)
		if match == nil || b.hash != "" {
			return block{}, 0, refuse(ArmorHeader, "Line", Display(line, 60))
		}
		b.hash = strings.ToUpper(match[1])
	}
	for ; ; i++ {
		if i == len(lines) {
			return block{}, 0, refuse(WrongBlock, "Line", beginClearsigned)
		}
		line := lines[i]
		if trimBlanks(line) == beginPGPSign {
			break
		}
		if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "- ") {
			return block{}, 0, refuse(DashLine, "Line", Display(line, 60))
		}
		frame = append(frame, line)
	}
	end := indexLine(lines[i:], endPGPSign)
	if end < 0 {
		return block{}, 0, refuse(WrongBlock, "Line", beginPGPSign)
	}
	armour := trimmed(lines[i : i+end+1])
	b.proof = []byte(strings.Join(armour, "\n") + "\n")
	if len(b.proof) > MaxSignature {
		return block{}, 0, refuse(TextTooLarge, "Limit", MaxSignature)
	}

	decoded, rest := clearsign.Decode([]byte(strings.Join(append(frame, armour...), "\r\n") + "\r\n"))
	if decoded == nil || len(rest) > 0 {
		return block{}, 0, refuse(BrokenSignature)
	}
	if len(bytes.TrimSpace(decoded.Plaintext)) == 0 {
		return block{}, 0, refuse(EmptyText)
	}
	if toLF(decoded.Bytes) != string(decoded.Plaintext) {
		return block{}, 0, refuse(Poison)
	}
	b.signed, b.text = decoded.Bytes, string(decoded.Plaintext)+"\n"
	return b, i + end + 1, nil
}

// takeOrders reads a block that keryx sign wrote: the line beginOrders, the
// text, an SSH signature. No line of the text may look like a line of a frame.
func takeOrders(lines []string) (block, int, error) {
	start := 1
	for i := start; i < len(lines); i++ {
		line := trimBlanks(lines[i])
		if line != beginSSHSign {
			if strings.HasPrefix(line, "-----") {
				return block{}, 0, refuse(WrongBlock, "Line", Display(line, 60))
			}
			continue
		}
		end := indexLine(lines[i:], endSSHSign)
		if end < 0 {
			break
		}
		text := strings.Join(lines[start:i], "\r\n") + "\r\n"
		if strings.TrimSpace(text) == "" {
			return block{}, 0, refuse(EmptyText)
		}
		proof := []byte(strings.Join(trimmed(lines[i:i+end+1]), "\n") + "\n")
		if len(proof) > MaxSignature {
			return block{}, 0, refuse(TextTooLarge, "Limit", MaxSignature)
		}
		return block{scheme: SSHInline, signed: []byte(text), proof: proof}, i + end + 1, nil
	}
	return block{}, 0, refuse(WrongBlock, "Line", beginOrders)
}

// indexLine returns the index of the first line that is mark, blanks at its
// end aside, or -1.
func indexLine(lines []string, mark string) int {
	for i, line := range lines {
		if trimBlanks(line) == mark {
			return i
		}
	}
	return -1
}

// trimBlanks drops blanks at the end of a line, as mail programs add and lose them.
func trimBlanks(line string) string { return strings.TrimRight(line, " \t") }

func trimmed(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = trimBlanks(line)
	}
	return out
}
