// Rankings. A row of one keyword in one slice has the id slice × 2^32 + keyword, so that the rows of a brand's slice
// lie side by side and need no further index to be found, replaced or counted.
import type { Migration } from '../../migrate.ts'

const measures = `
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  ctr REAL NOT NULL,
  position REAL,
  clicks_change INTEGER,
  impressions_change INTEGER,
  ctr_change REAL,
  position_change REAL`

const summary = `
  keywords INTEGER NOT NULL,
  ranking INTEGER NOT NULL,
  top3 INTEGER NOT NULL,
  top10 INTEGER NOT NULL,
  visibility REAL,
  avg_position REAL,
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL`

/** `device` and `country` are '' for all; `folded` is the text as it is searched and sorted (rankings/fold.ts). */
const naming = `
CREATE TABLE rank_slice (
  id INTEGER PRIMARY KEY,
  brand_no INTEGER NOT NULL,
  device TEXT NOT NULL,
  country TEXT NOT NULL,
  search_type TEXT NOT NULL,
  universe TEXT NOT NULL,
  UNIQUE (brand_no, device, country, search_type, universe)
);
CREATE TABLE rank_keyword (
  id INTEGER PRIMARY KEY,
  brand_no INTEGER NOT NULL,
  text TEXT NOT NULL,
  folded TEXT NOT NULL,
  UNIQUE (brand_no, text)
);
CREATE VIRTUAL TABLE rank_search USING fts5(
  folded, content='rank_keyword', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
);
CREATE TRIGGER rank_keyword_added AFTER INSERT ON rank_keyword BEGIN
  INSERT INTO rank_search(rowid, folded) VALUES (new.id, new.folded);
END;
CREATE TRIGGER rank_keyword_removed AFTER DELETE ON rank_keyword BEGIN
  INSERT INTO rank_search(rank_search, rowid, folded) VALUES ('delete', old.id, old.folded);
END;`

/**
 * No index spans brands: storing one brand would touch most of its pages (10 MB of log a brand with four of them), while
 * reading 200,000 rows takes some ten milliseconds.
 *
 * `position` of the history is in thousandths; its click-through rate is clicks over impressions.
 */
const rows = `
CREATE TABLE rank_latest (
  id INTEGER PRIMARY KEY,
  slice INTEGER NOT NULL,
  keyword TEXT NOT NULL,
  folded TEXT NOT NULL,${measures},
  is_starred INTEGER NOT NULL,
  language_id TEXT,
  pages INTEGER
);
CREATE INDEX rank_latest_slice_position ON rank_latest(slice, position);
CREATE TABLE rank_page (
  id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  page TEXT NOT NULL,
  folded TEXT NOT NULL,${measures},
  PRIMARY KEY (id, n)
) WITHOUT ROWID;
CREATE TABLE rank_hist (
  slice INTEGER NOT NULL,
  day INTEGER NOT NULL,
  keyword INTEGER NOT NULL,
  position INTEGER,
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  PRIMARY KEY (slice, day, keyword)
) WITHOUT ROWID;
CREATE TABLE rank_day (
  slice INTEGER NOT NULL,
  day INTEGER NOT NULL,${summary},
  PRIMARY KEY (slice, day)
) WITHOUT ROWID;
CREATE TABLE rank_stats (
  slice INTEGER PRIMARY KEY,${summary},
  up INTEGER NOT NULL,
  down INTEGER NOT NULL
);`

export const rankings: Migration = {
  name: 'rankings',
  up: (db) => {
    db.exec(naming)
    db.exec(rows)
  },
}
