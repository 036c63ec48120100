// Package page makes the pages that players use by themselves, each one file that loads
// nothing from elsewhere: the page that signs orders in a browser.
//
// It needs the words of the order language and knows no game, no club and no player: the
// same program makes the same bytes for everybody, so that one digest tells whether a page
// is the one that was released. What belongs to a club or a letter comes behind the "#" of
// a link.
package page
