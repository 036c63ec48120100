package tables

import "keryx/store"

const (
	readFields  = `at, game, command, what, "user", told`
	readColumns = `id, ` + readFields
)

func scanRead(row scanner) (r store.Read, err error) {
	err = row.Scan(&r.ID, intoTime(&r.At), intoOptional(&r.Game), &r.Command, &r.What, &r.User, intoFlag(&r.Told))
	return r, err
}

func (t *tx) Reads(game string) ([]store.Read, error) {
	return all(t, "looks at "+game, scanRead, `SELECT `+readColumns+` FROM reads WHERE ?1 = '' OR game = ?1 ORDER BY id`, game)
}

func (t *tx) UntoldReads() ([]store.Read, error) {
	return all(t, "looks that nobody was told of", scanRead, `SELECT `+readColumns+` FROM reads WHERE told = 0 AND game IS NOT NULL ORDER BY game, id`)
}

func (t *tx) AddRead(r store.Read) (int64, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	return t.insertID("look by "+r.Command, "reads", readFields, stamp(r.At), orNull(r.Game), r.Command, r.What, r.User, flag(r.Told))
}

func (t *tx) TellReads(game string, upTo int64) error {
	_, err := t.change("looks at "+game, `UPDATE reads SET told = 1 WHERE game = ? AND id <= ? AND told = 0`, game, upTo)
	return err
}
