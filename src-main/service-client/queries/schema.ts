import type { RoomSchema } from '../../store/migrate.ts'

export const serviceClientSchema: RoomSchema = {
  core: `
    -- Instants of the requests of the last minute, so that a restart does not forget them. Two may share a millisecond.
    CREATE TABLE limiter_window (bucket TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT;
    CREATE INDEX limiter_window_by_bucket ON limiter_window (bucket, at_ms);

    -- Where the service refused a key although this desk had sent less than its limit.
    CREATE TABLE key_refusal (
      brand_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      sent INTEGER NOT NULL,
      allowed INTEGER NOT NULL,
      PRIMARY KEY (brand_id, operation)
    ) STRICT, WITHOUT ROWID;
  `,
}
