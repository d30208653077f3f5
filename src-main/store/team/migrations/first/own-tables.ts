/**
 * What PostgreSQL has alone: the history, the desks, claims, the limiter's slots, what was fetched, and logins.
 */
export const ownTables = `
-- One row: the team, and the number of its newest commit. Its lock makes the order of all writes.
CREATE TABLE head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), team_id uuid NOT NULL, no bigint NOT NULL
);

INSERT INTO head (team_id, no) VALUES (current_setting('agency_desk.team')::uuid, 0);

CREATE TABLE schema_step (
  no bigint PRIMARY KEY, name text NOT NULL, landed text NOT NULL, at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE desk (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL UNIQUE, name text NOT NULL,
  login text NOT NULL, last_seen timestamptz NOT NULL DEFAULT now(), position bigint NOT NULL DEFAULT 0
);

-- 'tag' tells a number of this history from the same number of another one: after a failover to a replica that lagged.
CREATE TABLE commit (
  no bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, tag bigint NOT NULL, at timestamptz NOT NULL, xid xid8 NOT NULL,
  person text NOT NULL, desk_no bigint, name text, is_withdrawn boolean NOT NULL
);

CREATE TABLE change (
  commit_no bigint NOT NULL, tbl text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL, brand_id text COLLATE "C", PRIMARY KEY (commit_no, tbl, key)
);

-- Which desk holds the key of a brand; never the key.
CREATE TABLE desk_key (
  desk_no bigint NOT NULL REFERENCES desk ON DELETE CASCADE,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, PRIMARY KEY (desk_no, brand_id)
);

-- The commit that brought an intent. What an update leaves behind in a row is no proof of it, and 'change' is deleted in time.
CREATE TABLE intent_origin (
  intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE, commit_no bigint NOT NULL,
  parts bigint NOT NULL DEFAULT 0
);

-- A preview is used by the intents that are made of it. Its row is stored before theirs: so it is checked at the end.
CREATE INDEX intent_origin_of_commit ON intent_origin (commit_no);

-- Until another sender approves it. What people did is numbered by desks, so that their order proves nothing.
CREATE TABLE intent_stopped (intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE);

-- Who takes up what another desk had in flight does not know whether it was sent ('is_lost').
CREATE TABLE claim (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  intent_no bigint NOT NULL UNIQUE REFERENCES intent ON DELETE CASCADE,
  desk_no bigint NOT NULL REFERENCES desk, person text NOT NULL, until timestamptz NOT NULL,
  is_lost boolean NOT NULL DEFAULT false
);

CREATE TABLE limiter_slot (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, bucket text COLLATE "C" NOT NULL, desk_no bigint NOT NULL,
  taken_at timestamptz NOT NULL, free_at timestamptz NOT NULL
);
CREATE INDEX limiter_slot_by_bucket ON limiter_slot (bucket, free_at);

-- A pause is of its desk: one that is gone takes along its own ones only.
CREATE TABLE limiter_pause (
  bucket text COLLATE "C", until timestamptz NOT NULL, no bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  desk_no bigint NOT NULL, PRIMARY KEY (bucket, desk_no)
);

-- When people brought requests. A desk does it once, as it joins; a person who repeats it stops all keys.
CREATE TABLE limiter_brought (login text NOT NULL, at timestamptz NOT NULL);

-- Packed days name keywords and pages by number: the place of the text in the lists of their brand, put one after another.
CREATE TABLE day_text (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, kind text COLLATE "C" NOT NULL,
  first_no bigint NOT NULL, next_no bigint NOT NULL, texts text[] NOT NULL, PRIMARY KEY (brand_id, kind, first_no)
);

-- 'sums' are those of rank_day in cache.db.
CREATE TABLE day (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, slice text COLLATE "C" NOT NULL,
  day date NOT NULL, fetched_at_ms bigint NOT NULL, sums double precision[] NOT NULL, data bytea NOT NULL,
  PRIMARY KEY (brand_id, slice, day)
) PARTITION BY RANGE (day);

-- The newest fetch of a dataset. 'begun_at' is by this server's clock: what happened at the service later is not in it.
CREATE TABLE fetched (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, dataset text COLLATE "C" NOT NULL,
  slice text COLLATE "C" NOT NULL, begun_at timestamptz NOT NULL, stored_at timestamptz NOT NULL,
  fetched_at_ms bigint NOT NULL, rows bigint NOT NULL CONSTRAINT fits_rows CHECK (rows BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (brand_id, dataset, slice)
);
CREATE INDEX fetched_by_time ON fetched (stored_at);

-- Its replies, in their order; 'body' is compressed by the desk.
CREATE TABLE reply (
  brand_id text COLLATE "C" NOT NULL, dataset text COLLATE "C" NOT NULL, slice text COLLATE "C" NOT NULL,
  part bigint NOT NULL, operation text COLLATE "C" NOT NULL, fetched_at_ms bigint NOT NULL, fields text, body bytea NOT NULL,
  PRIMARY KEY (brand_id, dataset, slice, part),
  FOREIGN KEY (brand_id, dataset, slice) REFERENCES fetched ON DELETE CASCADE
);
ALTER TABLE reply ALTER body SET STORAGE EXTERNAL;

CREATE TABLE fetch_claim (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, dataset text COLLATE "C" NOT NULL,
  slice text COLLATE "C" NOT NULL, token uuid NOT NULL UNIQUE, desk_no bigint NOT NULL, person text NOT NULL,
  begun_at timestamptz NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (brand_id, dataset, slice)
);

-- By their number: a login of the same name that somebody else makes later is not ours.
CREATE TABLE made_login (id oid PRIMARY KEY);

CREATE TABLE ended_session (
  login text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (login, at)
);
`
