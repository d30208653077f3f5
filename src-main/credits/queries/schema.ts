import type { RoomSchema } from '../../store/migrate.ts'

export const creditsSchema: RoomSchema = {
  core: `
    -- What paid actions were charged: one row a call of an intent. open: not answered yet, price is what it takes at most.
    -- settled: charged is what the service said, NULL where its answer never came.
    CREATE TABLE credit (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      act TEXT NOT NULL,
      intent_no INTEGER,
      intent_id TEXT,
      call_no INTEGER,
      state TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      price REAL NOT NULL,
      charged REAL,
      about TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX credit_by_call ON credit (intent_no, call_no);
    CREATE INDEX credit_by_brand ON credit (brand_id, at_ms);

    -- The sites of a search for people: searching, ended (contacts still to be read), then found, nobody or gone. refunded:
    -- what the service reported as refunded for this search; refunded_before: for the site in all before it.
    CREATE TABLE credit_site (
      credit_no INTEGER NOT NULL,
      prospect_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      contacts_before INTEGER NOT NULL,
      charged REAL NOT NULL,
      state TEXT NOT NULL,
      since_ms INTEGER NOT NULL,
      refunded REAL NOT NULL DEFAULT 0,
      refunded_before REAL NOT NULL DEFAULT 0,
      PRIMARY KEY (credit_no, prospect_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX credit_site_open ON credit_site (brand_id, state) WHERE state IN ('searching', 'ended');
    CREATE INDEX credit_site_nobody ON credit_site (brand_id) WHERE state = 'nobody';
    CREATE INDEX credit_site_refunded ON credit_site (brand_id) WHERE refunded > 0;

    CREATE TABLE credit_budget (
      brand_id TEXT PRIMARY KEY,
      monthly_budget INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
  `,
}
