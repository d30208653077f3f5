import type { Migration } from '../../migrate.ts'

/**
 * What a call sends may be hundreds of kilobytes. Keyed by its call, each search compared whole texts on its way; keyed
 * by a number of its own, with the call in an index beside it, none is read but the one that is wanted.
 */
export const callRows: Migration = {
  name: 'call rows',
  up: (db) =>
    db.exec(`
      CREATE TABLE intent_call_next (
        no INTEGER PRIMARY KEY,
        intent_no INTEGER NOT NULL,
        call_no INTEGER NOT NULL,
        first_item INTEGER NOT NULL,
        payloads TEXT NOT NULL
      ) STRICT;
      INSERT INTO intent_call_next (intent_no, call_no, first_item, payloads)
        SELECT intent_no, call_no, first_item, payloads FROM intent_call ORDER BY intent_no, call_no;
      DROP TABLE intent_call;
      ALTER TABLE intent_call_next RENAME TO intent_call;
      CREATE UNIQUE INDEX intent_call_place ON intent_call (intent_no, call_no);
    `),
}
