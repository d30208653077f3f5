import type { Migration, RoomSchema } from '../../store/migrate.ts'

export const alertsSchema: RoomSchema = {
  core: `
    CREATE TABLE alert_rule (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      scope TEXT NOT NULL,
      tag TEXT,
      condition TEXT NOT NULL CHECK (json_valid(condition)),
      filter TEXT NOT NULL CHECK (json_valid(filter)),
      is_on INTEGER NOT NULL,
      muted_until TEXT,
      made_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;

    CREATE TABLE alert_rule_brand (
      rule_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      PRIMARY KEY (rule_id, brand_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alert (
      no INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      rule_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      rule_name TEXT NOT NULL,
      day INTEGER NOT NULL,
      fired_at_ms INTEGER NOT NULL,
      state TEXT NOT NULL,
      is_muted INTEGER NOT NULL,
      is_notified INTEGER NOT NULL,
      total INTEGER NOT NULL,
      occurrences TEXT NOT NULL CHECK (json_valid(occurrences)),
      search TEXT NOT NULL
    ) STRICT;
    CREATE INDEX alert_by_rule ON alert (rule_id, brand_id, day);
    CREATE INDEX alert_new ON alert (day) WHERE state = 'new';
    CREATE INDEX alert_by_day ON alert (day);

    CREATE TABLE alert_evaluated (
      rule_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      days TEXT NOT NULL,
      PRIMARY KEY (rule_id, brand_id)
    ) STRICT, WITHOUT ROWID;
  `,
}

/** Alerts as they were raised first; the day of the data is the newest that was known then, in days since 1970. */
export const alertSaid: Migration = {
  name: 'alert-said',
  landed: '03df1f1f72ac6194',
  up: (db) =>
    db.exec(`
    CREATE TABLE alert_said (
      id TEXT PRIMARY KEY,
      rule_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      day INTEGER NOT NULL,
      waits_for TEXT NOT NULL,
      losses TEXT NOT NULL,
      data_day INTEGER NOT NULL,
      said_at_ms INTEGER NOT NULL,
      has_lasted INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_said_of_brand ON alert_said (brand_id, day);
    CREATE INDEX alert_said_by_day ON alert_said (day);
    CREATE INDEX alert_said_judged ON alert_said (rule_id, brand_id) WHERE has_lasted IS NOT NULL;
  `),
}
