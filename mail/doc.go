// Package mail turns what comes in by the post into signed text, and writes the letters that
// go out. It knows no game, and no server: package wire fetches and sends.
//
// # From a mail to signed text
//
// [Intake.Read] takes the raw octets of one mail. It either returns a
// [Message] with a [Signed] text, or a [Refusal]. There is no other way from a
// mail to a text that may be executed, and what is executed is what was
// signed: the octets are sliced out of the mail by one splitter, verified, and
// only then decoded.
//
// The steps, in order:
//
//  1. Limits and line ends. A bare carriage return is refused.
//  2. The header, strictly. From, Subject and Message-ID are cleaned for display and
//     decide nothing; nobody is identified by them.
//  3. Automatic mail (answering machines, bounces, lists, our own) ends here.
//  4. The MIME parts (RFC 2046), at most MaxParts of them and MaxDepth deep.
//  5. The shape: exactly one signed object, in one of the shapes below.
//  6. The signature, under a key that the [Keyring] has registered. The full
//     fingerprint of that key is the identity of the author.
//  7. The signed text is decoded: transfer encoding, UTF-8 or ASCII, no
//     control characters.
//  8. Text outside of what is signed is ignored and listed, unless one of its
//     lines would be an order, which is refused.
//
// # Accepted shapes
//
//   - PGP/MIME (RFC 3156): multipart/signed as the root, with one text/plain
//     inside the signed part.
//   - One clearsigned block (RFC 9580 section 7) in the first text part.
//   - One attached order file and one attached armoured signature, OpenPGP
//     (.asc) or SSH (.sig).
//   - One block of keryx sign in the first text part: the line
//     "-----BEGIN KERYX ORDERS-----", the text, an SSH signature over its
//     [Canonical] form (or over the text exactly as it stands).
//
// A mail that is encrypted as a whole to the server's key as PGP/MIME (RFC 3156 section 4)
// is opened first, and must hold one of these shapes, or a text that was signed and
// encrypted in one step.
//
// HTML is never read. Enclosed mails are never entered. Keys in a mail verify
// nothing but the text that asks for their registration ([OfferedKeys]). Where two
// programs could disagree about what a mail says, it is refused, and the refusal says
// how to send it instead.
//
// OpenPGP signatures must be version 4 or 6, of type text or binary (text only
// in a clearsigned block), made with SHA-2 or SHA-3, by a key that has not
// expired or been revoked by now. SSH signatures must state the namespace
// "keryx"; they state no time.
//
// # What can go wrong
//
// testdata/hazards.toml lists what can be wrong with mails, servers and moments,
// each with its tests. This row has none:
//
//   - K19: There is no trial run of the daemon. The demo and the tests deliver to
//     mailboxes in their own memory, and their senders know no other server.
package mail
