// What a new connection costs PostgreSQL before its statements are known there, in the least team that could do the same: a
// write that counts up, stores a mark, names it as changed and wakes the others, and a claim. Each is one function.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchTeam } from './bench-team.ts'

const SESSIONS = 100

const LEAST_TEAM = `
CREATE SCHEMA least_team;
CREATE TABLE least_team.head (no bigint NOT NULL);
INSERT INTO least_team.head VALUES (0);
CREATE TABLE least_team.brand (id text PRIMARY KEY);
INSERT INTO least_team.brand VALUES ('brand');
CREATE TABLE least_team.mark (brand_id text REFERENCES least_team.brand, prospect_id text, triage text, tags text NOT NULL,
  note text NOT NULL, PRIMARY KEY (brand_id, prospect_id));
CREATE TABLE least_team.changed (no bigint, tbl text, key text, PRIMARY KEY (no, tbl, key));
CREATE TABLE least_team.intent (no bigint PRIMARY KEY, brand_id text NOT NULL, claimed_until timestamptz);
INSERT INTO least_team.intent SELECT no, 'brand', NULL FROM generate_series(1, 500) AS no;
CREATE FUNCTION least_team.write(known bigint, given jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE written bigint;
BEGIN
  UPDATE least_team.head SET no = no + 1 WHERE no >= known RETURNING no INTO written;
  INSERT INTO least_team.mark SELECT * FROM jsonb_populate_recordset(NULL::least_team.mark, given)
    ON CONFLICT (brand_id, prospect_id) DO UPDATE SET triage = excluded.triage, tags = excluded.tags, note = excluded.note;
  INSERT INTO least_team.changed SELECT written, 'mark', one ->> 'prospect_id' FROM jsonb_array_elements(given) AS one;
  PERFORM pg_notify('least_team', written::text);
  RETURN written;
END $$;
CREATE FUNCTION least_team.claim(brands text[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE claimed bigint;
BEGIN
  UPDATE least_team.intent SET claimed_until = now() WHERE no = (SELECT no FROM least_team.intent
    WHERE brand_id = ANY (brands) AND (claimed_until IS NULL OR claimed_until < now()) ORDER BY no LIMIT 1
    FOR UPDATE SKIP LOCKED) RETURNING no INTO claimed;
  RETURN claimed;
END $$;`

/** Time on a processor, by its scheduler: exact, where `stat` counts ticks of 10 ms. Linux only. */
const onProcessorMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/**
 * Milliseconds of a processor that the first write and the first claim of a new connection take more than the second ones;
 * the mean of 100 connections.
 */
export const leastFirstMs = async ({ owner, server }: BenchTeam): Promise<number> => {
  await owner.query(LEAST_TEAM)
  const day = async (client: pg.Client, id: string): Promise<void> => {
    const mark = { brand_id: 'brand', prospect_id: id, triage: null, tags: '[]', note: 'A short note' }
    await client.query('SELECT least_team.write($1, $2)', [0, JSON.stringify([mark])])
    await client.query('SELECT least_team.claim($1)', [['brand']])
  }
  let moreMs = 0
  for (let session = 0; session < SESSIONS; session += 1) {
    const client = new pg.Client({ ...server.address, database: 'postgres' })
    await client.connect()
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const used = () => onProcessorMs(Number(rows[0]?.pid))
    const before = used()
    await day(client, `first ${session}`)
    const between = used()
    await day(client, `second ${session}`)
    moreMs += between - before - (used() - between)
    await client.end()
  }
  await owner.query('DROP SCHEMA least_team CASCADE')
  return moreMs / SESSIONS
}
