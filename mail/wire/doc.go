// Package wire moves mails between Keryx and its mail servers: it fetches them by IMAP, files
// what was handled, and sends by SMTP, with passwords or OAuth tokens. It does not look into a
// mail beyond its beginning; package mail reads and writes them.
//
// # When a sending server refuses
//
// [About] reads from a refusal for good whom it is about: the letter and its recipient, or
// us, who send. The table replies.txt says so, a line a kind of reply. What may be about us
// stops no letter for good: the host holds all mail back and tries one letter after 1, 5, 15
// and 30 minutes, then each hour, and what others' letters come to decides.
package wire
