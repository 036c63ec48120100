package tables

import "keryx/store"

const (
	reportFields  = `game, side, turn, seq, kind, code, message_id, outbox, created, body`
	reportColumns = `id, ` + reportFields
)

func scanReport(row scanner) (r store.Report, err error) {
	err = row.Scan(&r.ID, &r.Game, &r.Side, &r.Turn, &r.Seq, &r.Kind, &r.Code, &r.MessageID, intoOptional(&r.Outbox),
		intoTime(&r.Created), intoBytes(&r.Body))
	return r, err
}

func (t *tx) Reports(game, side string) ([]store.Report, error) {
	return all(t, "reports of "+game, scanReport, `SELECT `+reportColumns+` FROM reports WHERE game = ? AND side = ? ORDER BY id`, game, side)
}

func (t *tx) ReportByCode(game, code string) (store.Report, error) {
	return one(t, "report "+code+" of "+game, scanReport,
		`SELECT `+reportColumns+` FROM reports WHERE game = ? AND code = ? AND code <> ''`, game, code)
}

func (t *tx) AddReport(r store.Report) (int64, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	return t.insertID("report of "+r.Game, "reports", reportFields,
		r.Game, r.Side, r.Turn, r.Seq, r.Kind, r.Code, r.MessageID, orNull(r.Outbox), stamp(r.Created), blob(r.Body))
}
