// Package keyring keeps the keys of players: how one is enrolled, changed, renewed, stopped and
// vouched for.
package keyring

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
)

// Keys keeps the keys of players.
type Keys struct {
	*club.Club
	Letters *post.Letters
	Outbox  *post.Outbox
	Terms   *post.Terms
	Desk    *requests.Desk
}
