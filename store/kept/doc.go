// Package kept keeps a mail in few bytes, and gives back the same bytes.
//
// A mail is taken apart: its pictures, each of which is kept once, and the text around them ([Fold], [Unfold]). The text
// is pressed against an earlier mail of the same kind ([Press], [Expand]), of which it repeats most. A picture is kept as
// what differs from an earlier one ([Difference], [Frame]).
//
// A PNG file is not kept but made again from its pixels, so it depends on the compressor that pressed it: the same pixels
// must give the same file for as long as anything is kept in this form. There have been two compressors, a library's and
// that of package [keryx/store/kept/press]; a kept picture says which of them pressed it. Whoever keeps one tries that out before, and what
// does not come out the same stays in the text as it is. What a later compressor would do otherwise a test of this package shows:
// whoever changes the version of that library and sees it fail keeps the old one beside it, under another module path,
// for what is stored. And nothing is believed: the store knows the digest of each mail and compares it whenever it is
// read.
//
// The package reads what it wrote itself, and says so with an error when it is something else: no bytes make it panic, or
// take more memory than [MaxPixels] and the limit given to Expand allow.
package kept

import "errors"

// ErrDamaged reports bytes that are not what this package wrote.
var ErrDamaged = errors.New("the compact form is damaged")
