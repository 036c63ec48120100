-- Who has played in which games is asked when a player is removed. The ledgers are long, and few of their entries name him.

CREATE INDEX entries_seated ON entries (game, seq) WHERE kind = 'seats';
