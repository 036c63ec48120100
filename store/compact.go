package store

// A CompactMail is a mail in the few bytes in which it can be kept, worked out by [CompactReader.CompactMail]. What is in
// it is the affair of the implementation.
type CompactMail struct {
	Mail     int64
	Digest   Digest // of its bytes
	Base     int64  // the mail that its text was pressed against; 0: none
	Mentions []byte // what an address may stand in
	Body     []byte
	Pictures []CompactPicture // those that are not kept yet; a base comes first
}

// A CompactPicture is one that stands in mails.
type CompactPicture struct {
	Digest        Digest // of its file
	Game          string
	Width, Height int
	Base          Digest // the picture that it is told by; zero: none
	Depth         int
	Body          []byte
}

// A CompactReader works out how mails can be kept in few bytes. That takes a tenth of a second for one with pictures, so
// it is done on a snapshot, and not while others wait to write.
type CompactReader interface {
	// WholeMails returns the numbers of those mails after one that were sent or cancelled and still take all their bytes,
	// lowest first.
	WholeMails(after int64, limit int) ([]int64, error)
	// CompactMail works out a mail, and reports false for one that must stay as it is: it has not been sent, it is damaged,
	// or what came of it would not be the same bytes.
	CompactMail(id int64) (CompactMail, bool, error)
}

// A CompactWriter keeps mails in few bytes. Whoever reads one gets the bytes that were queued.
type CompactWriter interface {
	// KeepCompact keeps a mail as it was worked out, and returns how many bytes that saves; 0 if there is nothing to be done
	// any more. ErrNotFound if what it rests on has gone: it can be worked out again.
	KeepCompact(CompactMail) (saved int, err error)
}
