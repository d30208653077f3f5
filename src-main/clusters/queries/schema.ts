import type { RoomSchema } from '../../store/migrate.ts'

export const clustersSchema: RoomSchema = {
  cache: `
    -- raw is the record as it came, with fields we do not know; the other columns are what is sorted and filtered by.
    -- name_key and search are folded (search-text.ts). batch tells rows of the last listing from older ones.
    CREATE TABLE cluster (
      no INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      id TEXT NOT NULL,
      batch INTEGER NOT NULL,
      name_key TEXT NOT NULL,
      created_at TEXT NOT NULL,
      keyword_count REAL NOT NULL,
      prompt_count REAL NOT NULL,
      tracked_prompt_count REAL NOT NULL,
      tracked_keyword_count REAL NOT NULL,
      ai_visibility REAL,
      search_visibility REAL,
      topical_authority_score REAL,
      coverage_pct REAL,
      change_pct REAL,
      trend TEXT,
      search TEXT NOT NULL,
      raw TEXT NOT NULL,
      UNIQUE (brand_no, id)
    ) STRICT;
    CREATE INDEX cluster_by_authority ON cluster (topical_authority_score);
    CREATE INDEX cluster_by_brand_authority ON cluster (brand_no, topical_authority_score);
    CREATE INDEX cluster_by_name ON cluster (name_key);

    CREATE TABLE cluster_summary (
      brand_no INTEGER PRIMARY KEY,
      total_keywords REAL NOT NULL,
      tracked_prompts REAL NOT NULL,
      avg_search_visibility REAL,
      avg_ai_visibility REAL,
      raw TEXT NOT NULL
    ) STRICT;
  `,
}
