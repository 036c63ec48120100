// Package written reads what people write by mail beside orders: requests, rulings, claims, orders
// about keys, and the lines that bind such a text to this server and to a day. It knows words and
// no game: nothing here reads the database but the settings that say since when a rule holds.
package written
