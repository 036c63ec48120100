package tables

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/store"
)

const gameColumns = `id, ruleset, ruleset_version, scenario, language, referee, status, turn, answer_time, contract, created,
	secret, options, schedule`

func scanGame(row scanner) (g store.Game, err error) {
	var answer int64
	err = row.Scan(&g.ID, &g.Ruleset, &g.RulesetVersion, &g.Scenario, &g.Language, intoOptional(&g.Referee), &g.Status, &g.Turn,
		&answer, &g.Contract, intoTime(&g.Created), intoSecret(&g.Secret), intoBytes(&g.Options), intoBytes(&g.Schedule))
	g.AnswerTime = time.Duration(answer) * time.Millisecond
	return g, err
}

func (t *tx) Game(id string) (store.Game, error) {
	g, err := one(t, "game "+id, scanGame, `SELECT `+gameColumns+` FROM games WHERE id = ?`, id)
	if err != nil {
		return g, err
	}
	later, err := all(t, "secrets of "+id, scanSecret, `SELECT game, entry, secret FROM secrets WHERE game = ? ORDER BY entry`, id)
	for _, s := range later {
		g.Later = append(g.Later, s.LaterSecret)
	}
	return g, err
}

// secretRow is a row of the table of secrets.
type secretRow struct {
	game string
	store.LaterSecret
}

func scanSecret(row scanner) (s secretRow, err error) {
	err = row.Scan(&s.game, &s.Entry, intoSecret(&s.Secret))
	return s, err
}

func (t *tx) AddSecret(game string, s store.LaterSecret) error {
	_, err := t.insert(fmt.Sprintf("secret of %s from entry %d on", game, s.Entry), "secrets", `game, entry, secret`, game, s.Entry, bits(s.Secret))
	return err
}

func (t *tx) Games() ([]store.Game, error) {
	games, err := all(t, "games", scanGame, `SELECT `+gameColumns+` FROM games ORDER BY created, id`)
	if err != nil {
		return nil, err
	}
	return games, t.addSecrets(games)
}

// addSecrets adds to games the secrets that took the place of their first ones.
func (t *tx) addSecrets(games []store.Game) error {
	place := make(map[string]int, len(games))
	for i, g := range games {
		place[g.ID] = i
	}
	later, err := all(t, "secrets", scanSecret, `SELECT game, entry, secret FROM secrets ORDER BY game, entry`)
	for _, s := range later {
		if i, ok := place[s.game]; ok {
			games[i].Later = append(games[i].Later, s.LaterSecret)
		}
	}
	return err
}

func (t *tx) CountGames() (map[store.Status]int, error) {
	return tallied[store.Status](t, "count of games", `SELECT status, count(*) FROM games GROUP BY status`)
}

func (t *tx) UnendedGames(after string, n int) ([]string, error) {
	return all(t, "games that go on", scanText, `SELECT id FROM games WHERE id > ? AND status <> 'ended' ORDER BY id LIMIT ?`, after, limit(n))
}

// RefereedGames looks from one referee to the next, whatever the number of their games.
func (t *tx) RefereedGames() ([]store.Game, error) {
	ids, err := all(t, "games of referees", scanText, `WITH RECURSIVE referees (address) AS (
			SELECT min(referee) FROM games WHERE referee IS NOT NULL AND status <> 'ended'
			UNION ALL SELECT (SELECT min(referee) FROM games WHERE referee > address AND referee IS NOT NULL AND status <> 'ended')
				FROM referees WHERE address IS NOT NULL)
		SELECT (SELECT id FROM games WHERE referee = address AND referee IS NOT NULL AND status <> 'ended' ORDER BY created, id LIMIT 1)
		FROM referees WHERE address IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	var games []store.Game
	for _, id := range ids {
		g, err := t.Game(id)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	slices.SortFunc(games, func(a, b store.Game) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return games, nil
}

// scanText scans one text.
func scanText(row scanner) (s string, err error) {
	err = row.Scan(&s)
	return s, err
}

func (t *tx) NextGameID(prefix string) (string, error) {
	highest, err := one(t, "game ids", number, `SELECT CAST(substr(id, length(rtrim(id, '0123456789')) + 1) AS INTEGER) FROM games
		WHERE rtrim(id, '0123456789') = ? ORDER BY CAST(substr(id, length(rtrim(id, '0123456789')) + 1) AS INTEGER) DESC LIMIT 1`, prefix+"-")
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	return fmt.Sprintf("%s-%d", prefix, highest+1), nil
}

func (t *tx) CreateGame(g store.Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	_, err := t.insert("game "+g.ID, "games", gameColumns,
		g.ID, g.Ruleset, g.RulesetVersion, g.Scenario, g.Language, orNull(store.Address(g.Referee)), g.Status, g.Turn,
		g.AnswerTime.Milliseconds(), g.Contract, stamp(g.Created), bits(g.Secret), blob(g.Options), blob(g.Schedule))
	return err
}

func (t *tx) UpdateGame(g store.Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	return t.changeOne("game "+g.ID, `UPDATE games SET ruleset_version = ?, scenario = ?, language = ?, referee = ?, status = ?,
		turn = ?, answer_time = ?, contract = ?, options = ?, schedule = ? WHERE id = ?`,
		g.RulesetVersion, g.Scenario, g.Language, orNull(store.Address(g.Referee)), g.Status,
		g.Turn, g.AnswerTime.Milliseconds(), g.Contract, blob(g.Options), blob(g.Schedule), g.ID)
}

// dueSeats are the seats whose deadline runs.
const dueSeats = `FROM seats INDEXED BY seats_deadline
	WHERE deadline IS NOT NULL AND EXISTS (SELECT 1 FROM games WHERE id = seats.game AND status = 'running')`

func (t *tx) NextDeadline() (*time.Time, error) {
	return one(t, "next deadline", scanMoment, `SELECT min(deadline) `+dueSeats)
}

func (t *tx) SeatsDue(now time.Time) ([]store.Seat, error) {
	return all(t, "seats due", scanSeat, `SELECT `+seatColumns+` `+dueSeats+` AND deadline <= ? ORDER BY deadline, game, place`,
		stamp(now))
}

// scanMoment scans the earliest of several times, of which there may be none.
func scanMoment(row scanner) (moment *time.Time, err error) {
	err = row.Scan(intoMaybe(&moment))
	return moment, err
}
