import type { Migration } from '../../migrate.ts'

/** Instants of the requests of the last minute, so that a restart does not forget them. Two may share a millisecond. */
export const limiterWindows: Migration = {
  name: 'limiter windows',
  up: (db) =>
    db.exec(`
      CREATE TABLE limiter_window (bucket TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT;
      CREATE INDEX limiter_window_by_bucket ON limiter_window (bucket, at_ms);
    `),
}
