import type { RoomSchema } from '../../store/migrate.ts'

export const rankingsSchema: RoomSchema = {
  core: `
    CREATE TABLE keyword_mark (
      brand_id TEXT NOT NULL,
      keyword TEXT NOT NULL,
      star INTEGER NOT NULL,
      tags TEXT NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER,
      PRIMARY KEY (brand_id, keyword)
    ) STRICT, WITHOUT ROWID;
  `,
  cache: `
    -- device and country are '' for all.
    CREATE TABLE rank_slice (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      device TEXT NOT NULL,
      country TEXT NOT NULL,
      search_type TEXT NOT NULL,
      universe TEXT NOT NULL,
      UNIQUE (brand_no, device, country, search_type, universe)
    );

    -- folded is the text as it is searched and sorted.
    CREATE TABLE rank_keyword (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      text TEXT NOT NULL,
      folded TEXT NOT NULL,
      UNIQUE (brand_no, text)
    );
    CREATE TRIGGER rank_keyword_added AFTER INSERT ON rank_keyword BEGIN
      INSERT INTO rank_search(rowid, folded) VALUES (new.id, new.folded);
    END;
    CREATE TRIGGER rank_keyword_removed AFTER DELETE ON rank_keyword BEGIN
      INSERT INTO rank_search(rank_search, rowid, folded) VALUES ('delete', old.id, old.folded);
    END;

    CREATE VIRTUAL TABLE rank_search USING fts5(
      folded, content='rank_keyword', content_rowid='id', tokenize='trigram case_sensitive 1', detail='none', columnsize=0
    );

    -- A keyword in a slice has the id slice × 2^32 + keyword, so that the rows of a brand's slice are side by side and need
    -- no further index. No index spans brands: storing one brand would touch most of its pages (10 MB of log a brand with
    -- four of them), while reading 200,000 rows takes some ten milliseconds.
    CREATE TABLE rank_latest (
      id INTEGER PRIMARY KEY,
      slice INTEGER NOT NULL,
      keyword TEXT NOT NULL,
      folded TEXT NOT NULL,
      clicks INTEGER NOT NULL,
      impressions INTEGER NOT NULL,
      ctr REAL NOT NULL,
      position REAL,
      clicks_change INTEGER,
      impressions_change INTEGER,
      ctr_change REAL,
      position_change REAL,
      is_starred INTEGER NOT NULL,
      language_id TEXT,
      pages INTEGER
    );
    CREATE INDEX rank_latest_slice_position ON rank_latest(slice, position);

    -- The pages of 32 keywords.
    CREATE TABLE rank_page_set (id INTEGER PRIMARY KEY, data BLOB NOT NULL);

    CREATE TABLE rank_url (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      text TEXT NOT NULL,
      folded TEXT NOT NULL DEFAULT '',
      UNIQUE (brand_no, text)
    );

    CREATE TABLE rank_day (
      slice INTEGER NOT NULL,
      day INTEGER NOT NULL,
      keywords INTEGER NOT NULL,
      ranking INTEGER NOT NULL,
      top3 INTEGER NOT NULL,
      top10 INTEGER NOT NULL,
      visibility REAL,
      avg_position REAL,
      clicks INTEGER NOT NULL,
      impressions INTEGER NOT NULL,
      fetched_at_ms INTEGER NOT NULL,
      PRIMARY KEY (slice, day)
    ) WITHOUT ROWID;

    -- Visibility is of a day: rank_day has it.
    CREATE TABLE rank_stats (
      slice INTEGER PRIMARY KEY,
      keywords INTEGER NOT NULL,
      ranking INTEGER NOT NULL,
      top3 INTEGER NOT NULL,
      top10 INTEGER NOT NULL,
      avg_position REAL,
      avg_position_change REAL,
      clicks INTEGER NOT NULL,
      impressions INTEGER NOT NULL,
      fetched_at_ms INTEGER NOT NULL,
      up INTEGER NOT NULL,
      down INTEGER NOT NULL
    );

    -- A day of a slice in one row (rules/packed-day.ts).
    CREATE TABLE rank_packed (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL);

    -- stamp tells the days that a period was summed up from; '' where it was fetched. made counts up by slice.
    CREATE TABLE rank_period (
      slice INTEGER NOT NULL,
      period INTEGER NOT NULL,
      keywords INTEGER NOT NULL,
      fetched_at_ms INTEGER NOT NULL,
      stamp TEXT NOT NULL,
      made INTEGER NOT NULL,
      PRIMARY KEY (slice, period)
    ) WITHOUT ROWID;

    -- position is in thousandths.
    CREATE TABLE rank_sum (
      slice INTEGER NOT NULL,
      period INTEGER NOT NULL,
      keyword INTEGER NOT NULL,
      position INTEGER,
      clicks INTEGER NOT NULL,
      impressions INTEGER NOT NULL,
      PRIMARY KEY (slice, period, keyword)
    ) WITHOUT ROWID;

    -- Positions are places, clicks a day's average. since: the day on which a move began; it stays for as long as the move
    -- is found again.
    CREATE TABLE rank_move (
      slice INTEGER NOT NULL,
      keyword INTEGER NOT NULL,
      kind TEXT NOT NULL,
      position_before REAL,
      position_now REAL,
      low REAL,
      high REAL,
      deviation REAL,
      clicks_before REAL NOT NULL,
      clicks_now REAL NOT NULL,
      clicks INTEGER NOT NULL,
      impressions INTEGER NOT NULL,
      since INTEGER,
      PRIMARY KEY (slice, keyword)
    ) WITHOUT ROWID;

    -- days tells the days that the moves were worked out from.
    CREATE TABLE rank_move_state (
      slice INTEGER PRIMARY KEY,
      days TEXT NOT NULL,
      last_day INTEGER NOT NULL,
      up INTEGER NOT NULL,
      down INTEGER NOT NULL
    );

    -- Keywords the service tracks for a brand; raw is the record as it came.
    CREATE TABLE tracked_keyword (
      brand_no INTEGER NOT NULL,
      keyword TEXT NOT NULL,
      batch INTEGER NOT NULL,
      raw TEXT NOT NULL,
      PRIMARY KEY (brand_no, keyword)
    ) STRICT, WITHOUT ROWID;
  `,
}
