package upkeep_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/store"
)

// replayEntries is Replay of a game whose ledger has been tampered with.
func replayEntries(ctx context.Context, h *host.Host, id string, entries []store.Entry) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		game, err := tx.Game(id)
		if err == nil {
			_, err = play.ReplayTurns(tx, game, entries)
		}
		return err
	})
}

// forgedBundle is a bundle with something changed, signed again: what a club can write that is no friend. A
// sealed one has to be opened by its receiver, and is sealed for him again.
func forgedBundle(h *host.Host, file []byte, receiver *mail.Signer, change func(bundle map[string]any)) ([]byte, error) {
	sealed := !upkeep.IsOpenBundle(file)
	if sealed {
		var err error
		if file, err = receiver.DecryptOctets(file, upkeep.MaxBundle); err != nil {
			return nil, err
		}
	}
	var outer upkeep.SignedBundle
	if err := json.Unmarshal(file, &outer); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(outer.Game))
	d.UseNumber()
	var b map[string]any
	if err := d.Decode(&b); err != nil {
		return nil, err
	}
	change(b)
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	signature, err := h.Signer.SignOctets(text, h.Now())
	if err != nil {
		return nil, err
	}
	outer.Key, outer.Signature, outer.Game = h.Signer.Public().Text, string(signature), text
	if file, err = json.Marshal(outer); err != nil || !sealed {
		return file, err
	}
	return receiver.Public().EncryptOctets(file, h.Now())
}

// readsWith reports how a bundle reads that has its first order so many times more.
func readsWith(h *host.Host, file []byte, more int) error {
	b, _, err := upkeep.ReadBundle(file, h.Now(), h.Rules.Calendar.Holidays)
	if err != nil {
		return err
	}
	last := len(b.Entries) - 1
	b.Entries = append(append(slices.Clone(b.Entries[:last]), slices.Repeat(b.Entries[2:3], more)...), b.Entries[last])
	return b.Check(h.Rules.Calendar.Holidays, h.Now())
}

// floodWithGames stores copies of a game, each with so many more ledger entries of no meaning.
func floodWithGames(ctx context.Context, h *host.Host, id string, games, entries int) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		like, err := tx.Game(id)
		if err != nil {
			return err
		}
		first, err := tx.Entries(id, 1)
		if err != nil {
			return err
		}
		for n := range games {
			like.ID = fmt.Sprintf("ford-%d", 1000+n)
			if err := tx.CreateGame(like); err != nil {
				return err
			}
			prev := store.Digest{}
			for i := range entries {
				e := first[min(i, 1)] // created, seats, and then seats' size of something else
				if i > 1 {
					e.Kind = string(adjudicator.Deadline)
				}
				e.Game, e.Seq, e.Prev, e.Hash = like.ID, i+1, prev, store.Digest(sha256.Sum256(fmt.Append(nil, like.ID, i)))
				if err := tx.AppendEntry(e); err != nil {
					return err
				}
				prev = e.Hash
			}
		}
		return nil
	})
}

// gamesEver counts the games in which somebody plays or has played.
func gamesEver(ctx context.Context, h *host.Host, address string) (n int, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := upkeep.GamesEver(tx, address)
		n = len(all)
		return err
	})
	return n, err
}
