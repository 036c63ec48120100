// Package verify checks a folder of reports against themselves: the chain of the ledger, the dice,
// the seals and what rulings gave up. It needs no database, and trusts no server.
package verify
