// The tables of the room, in cache.db: of this desk alone.
import type { Migration } from '../../store/migrate.ts'

export const causeTables: Migration = {
  name: 'causes',
  landed: 'd0686793cf127e06',
  up: (db) =>
    db.exec(`
    -- Drops with their causes, as figures; texts are made when they are read. Keywords and pages are numbers of the
    -- rankings; 0: not of one.
    CREATE TABLE cause (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      subject TEXT NOT NULL,
      keyword INTEGER NOT NULL,
      page INTEGER NOT NULL,
      kind TEXT NOT NULL,
      since INTEGER NOT NULL,
      position_before REAL,
      position_now REAL,
      clicks_before REAL NOT NULL,
      clicks_now REAL NOT NULL,
      lost REAL NOT NULL,
      first TEXT,
      causes TEXT NOT NULL,
      unchecked TEXT NOT NULL
    );
    CREATE INDEX cause_of_brand ON cause (brand_no, lost DESC);

    -- What a brand's causes were worked out from, and what the other brands need to know of it.
    CREATE TABLE cause_state (
      brand_no INTEGER PRIMARY KEY,
      stamp TEXT NOT NULL,
      breaks TEXT NOT NULL,
      summary TEXT NOT NULL
    );
  `),
}

/** A list asks for the causes of its keywords. */
export const causeKeywordIndex: Migration = {
  name: 'cause-of-keyword',
  landed: 'e9dc01bdc1a79da2',
  up: (db) => db.exec('CREATE INDEX cause_of_keyword ON cause (brand_no, keyword)'),
}
