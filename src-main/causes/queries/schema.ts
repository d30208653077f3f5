// What the desk works out is in cache.db, of this desk alone; what people say of it is in core.db.
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

/** The newest day, of a keyword that does not rank on it but is not lost. */
export const causeAbsentDay: Migration = {
  name: 'cause-absent-day',
  landed: 'c6a4ab0ddf3b2e3c',
  up: (db) => db.exec('ALTER TABLE cause ADD COLUMN absent_on INTEGER'),
}

/** The day is the first one of the drop, as the person saw it, in days since 1970. */
export const causeAnswers: Migration = {
  name: 'cause-answers',
  landed: 'ba1add7e5fa22123',
  up: (db) =>
    db.exec(`
    CREATE TABLE cause_answer (
      id TEXT PRIMARY KEY,
      brand_id TEXT NOT NULL,
      keyword TEXT NOT NULL,
      day INTEGER NOT NULL,
      is_named INTEGER NOT NULL,
      kind TEXT,
      text TEXT,
      at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cause_answer_of_keyword ON cause_answer (brand_id, keyword, day);
  `),
}

/** The first day of the drop, and the newest whole day of the brand when its cause was named, in days since 1970. */
export const causeSaid: Migration = {
  name: 'cause-said',
  landed: '816c0e5c0bb50216',
  up: (db) =>
    db.exec(`
    CREATE TABLE cause_said (
      no INTEGER PRIMARY KEY,
      brand_id TEXT NOT NULL,
      day INTEGER NOT NULL,
      keyword TEXT NOT NULL,
      kind TEXT NOT NULL,
      drop_kind TEXT NOT NULL,
      clicks_before REAL NOT NULL,
      clicks_now REAL NOT NULL,
      data_day INTEGER NOT NULL,
      said_at_ms INTEGER NOT NULL,
      is_right INTEGER,
      UNIQUE (brand_id, keyword, day)
    ) STRICT;
    CREATE INDEX cause_said_by_day ON cause_said (brand_id, day);
    CREATE INDEX cause_said_judged ON cause_said (kind) WHERE is_right IS NOT NULL;
  `),
}
