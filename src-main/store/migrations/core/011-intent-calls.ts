import type { Migration } from '../../migrate.ts'

/**
 * An intent of 10,000 items must cost in proportion to the call at hand. So what a call sends stands once, in one row a
 * call (`payloads`: a JSON array in item order from `first_item`), apart from the items whose states change; and how many
 * items are in which state stands on the intent. `problem` is what does not add up in the service's replies.
 */
export const intentCalls: Migration = {
  name: 'intent calls',
  up: (db) =>
    db.exec(`
      CREATE TABLE intent_call (
        intent_no INTEGER NOT NULL,
        call_no INTEGER NOT NULL,
        first_item INTEGER NOT NULL,
        payloads TEXT NOT NULL,
        PRIMARY KEY (intent_no, call_no)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO intent_call (intent_no, call_no, first_item, payloads)
        SELECT intent_no, call_no, min(item), json_group_array(json(payload) ORDER BY item)
        FROM intent_item GROUP BY intent_no, call_no;

      CREATE TABLE intent_item_next (
        intent_no INTEGER NOT NULL,
        item INTEGER NOT NULL,
        call_no INTEGER NOT NULL,
        subject TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        result TEXT NOT NULL CHECK (json_valid(result)),
        PRIMARY KEY (intent_no, item)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO intent_item_next
        SELECT intent_no, item, call_no, subject, state, reason, result FROM intent_item;
      DROP TABLE intent_item;
      ALTER TABLE intent_item_next RENAME TO intent_item;

      ALTER TABLE intent ADD COLUMN problem TEXT;
      ALTER TABLE intent ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN in_flight INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE intent ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;
      UPDATE intent SET (waiting, in_flight, confirmed, failed, skipped, unknown, cancelled) = (
        SELECT coalesce(sum(state = 'waiting'), 0), coalesce(sum(state = 'in_flight'), 0),
          coalesce(sum(state = 'confirmed'), 0), coalesce(sum(state = 'failed'), 0),
          coalesce(sum(state = 'skipped'), 0), coalesce(sum(state = 'unknown'), 0),
          coalesce(sum(state = 'cancelled'), 0)
        FROM intent_item WHERE intent_no = no);

      CREATE TABLE outreach_pace (
        brand_id TEXT PRIMARY KEY,
        spacing_ms REAL NOT NULL,
        at_ms INTEGER NOT NULL
      ) STRICT;
    `),
}
