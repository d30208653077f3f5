// A team in PostgreSQL as tests see it: people who log in as themselves, and rows to write.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { hashOfCall, hashOfIntent } from '../../src-main/journal/rules/intent-hash.ts'
import { scramVerifier } from '../../src-main/team/rules/scram.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

export type Role = 'reader' | 'writer' | 'sender' | 'admin'
type Person = { readonly role?: Role; readonly brands?: readonly string[] | 'all' }

export type TeamDatabase = TestDatabase & {
  /** The account that owns the server: no rule holds for it. */
  readonly owner: pg.Client
  /** A new person's session, on a desk of its own. */
  readonly person: (name: string, person?: Person) => Promise<pg.Client>
  /** One more desk of the same person. */
  readonly desk: (of: pg.Client) => Promise<pg.Client>
}

export const PASSWORD = 'a-password'

const joinDesk = async (client: pg.Client, name: string): Promise<pg.Client> => {
  await client.query('SELECT agency_desk.join_desk($1, $2, 0)', [randomUUID(), name])
  return client
}

/** Databases that a test of this file is done with, by version: to empty one takes a tenth of the time of a new one. */
const done = new Map<string, TestDatabase[]>()

/** Without triggers and foreign keys: all rows go at once. */
const EMPTY = `
  SET session_replication_role = replica;
  DO $$
  DECLARE
    named text;
  BEGIN
    FOR named IN SELECT tablename FROM pg_tables
      WHERE schemaname = 'agency_desk' AND tablename NOT IN ('head', 'schema_step', 'team_table') LOOP
      EXECUTE format('DELETE FROM agency_desk.%I', named);
    END LOOP;
    UPDATE agency_desk.head SET no = 0;
  END $$;
  SET session_replication_role = origin`

const SCHEMA = `SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
  SELECT relname || relkind::text FROM pg_class WHERE relnamespace = 'agency_desk'::regnamespace
  UNION ALL SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'agency_desk'::regnamespace
  UNION ALL SELECT conname || contype::text FROM pg_constraint WHERE connamespace = 'agency_desk'::regnamespace
  UNION ALL SELECT tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT attrelid::regclass || attname FROM pg_attribute
    WHERE attrelid::regclass::text LIKE 'agency_desk.%' AND attnum > 0) AS parts(part)`

/** Of a team that no test changed, by version. */
const schemas = new Map<string, string>()

/** A test that changed the schema and did not bring it back leaves a database that no other test may use. */
const isAsMade = async (client: pg.Client, { version }: PostgresPrograms): Promise<boolean> =>
  (await one<string>(client, SCHEMA)) === schemas.get(version)

/** A team without rows, for one test. */
const emptyTeam = async (programs: PostgresPrograms): Promise<TestDatabase> => {
  const used = done.get(programs.version) ?? []
  done.set(programs.version, used)
  for (;;) {
    const kept = used.pop()
    const database = kept ?? (await createDatabase(programs, 'team'))
    const client = await database.connect()
    if (kept === undefined) schemas.set(programs.version, await one<string>(client, SCHEMA))
    else if (!(await isAsMade(client, programs))) continue
    onTestFinished(() => void used.push(database))
    await client.query(EMPTY)
    stored.delete(database.name)
    return database
  }
}

export const teamDatabase = async (
  programs: PostgresPrograms,
  brandIds: readonly string[] = [],
  /** For tests that change the schema: one that no other test gets. */
  own?: TestDatabase,
): Promise<TeamDatabase> => {
  const database = own ?? (await emptyTeam(programs))
  const owner = await database.connect()
  if (brandIds.length > 0) await write(owner, { brand: { rows: brandIds.map((id) => brandRow(id)) } })
  const loginAs = async (login: string) => database.connect({ user: login, password: PASSWORD })
  return {
    ...database,
    owner,
    person: async (name, { role = 'sender', brands = 'all' } = {}) => {
      const login = `${name}_${randomUUID().slice(0, 8)}`
      await owner.query('SELECT agency_desk.add_person($1, $2, $3, $4, $5, $6)', [
        ...[login, name, role, brands === 'all', brands === 'all' ? [] : brands],
        await scramVerifier(PASSWORD),
      ])
      return joinDesk(await loginAs(login), `desk of ${name}`)
    },
    desk: async (of) => joinDesk(await loginAs(of.user ?? ''), 'another desk'),
  }
}

/** The first value of the first row. */
export const one = async <Value>(client: pg.Client, sql: string, values: unknown[] = []): Promise<Value> => {
  const { rows } = await client.query<Record<string, Value>>(sql, values)
  return Object.values(rows[0] ?? {})[0] as Value // as the statement selects it
}

export const column = async <Value>(client: pg.Client, sql: string, values: unknown[] = []): Promise<Value[]> => {
  const { rows } = await client.query<Record<string, Value>>(sql, values)
  return rows.map((row) => Object.values(row)[0] as Value) // as the statement selects it
}

export const headOf = (client: pg.Client): Promise<number> => one(client, 'SELECT no FROM agency_desk.head')

type Rows = Readonly<
  Record<string, { readonly rows?: readonly object[]; readonly gone?: readonly (string | number)[][] }>
>
type WriteOptions = {
  readonly id?: string
  /** The newest number, unless given. */
  readonly position?: number
  readonly reads?: readonly { table: string; brand?: string; asOf?: number }[]
}

type IntentRow = { no: number; id: string; kind: string; brand_id: string; details: string; accepted?: string | null }
type CallRow = { intent_no: number; call_no: number; first_item: number; payloads: string }
type ItemRow = { intent_no: number; call_no: number; item: number; subject: string; contact_id: string | null }

/** The hash of these rows as a desk computes it. */
export const hashOfRows = (intent: object, calls: readonly object[], items: readonly object[]): string => {
  const { no, id, kind, brand_id: brandId, details, accepted = null } = intent as IntentRow // as PostgreSQL has it
  const ofIntent = <Row extends { intent_no: number }>(rows: readonly object[]) =>
    (rows as readonly Row[]).filter((row) => row.intent_no === no) // as PostgreSQL has them
  const its = ofIntent<ItemRow>(items)
  const hashes = ofIntent<CallRow>(calls).map(({ call_no: callNo, first_item: firstItem, payloads }) => {
    const ofCall = its.filter((item) => item.call_no === callNo)
    const hashed = ofCall.map(({ item, subject, contact_id: id }) => ({ item, label: subject, refId: id ?? subject }))
    return hashOfCall({ callNo, firstItem, payloads, items: hashed })
  })
  return hashOfIntent({ id, kind, brandId, details, accepted, itemCount: its.length }, hashes)
}

/** Of the intents that `write` stored, by database and number. */
const stored = new Map<string | undefined, Map<number, string>>()

/** A new intent gets the hash of its rows, and what releases it names that, unless the rows have another one. */
const withHashes = ({ database }: pg.Client, rows: Rows) => {
  const hashes = new Map(stored.get(database))
  const { intent, intent_act: acts, intent_call: calls, intent_item: items } = rows
  const intents = (intent?.rows ?? []).map((row) => {
    const { no } = row as IntentRow // as PostgreSQL has it
    const hash = hashes.get(no) ?? hashOfRows(row, calls?.rows ?? [], items?.rows ?? [])
    hashes.set(no, hash)
    return { hash, ...row }
  })
  const did = (acts?.rows ?? []).map((row) => {
    const { intent_no: no, act } = row as { intent_no: number; act: string } // as PostgreSQL has it
    return { hash: ['approved', 'released', 'resumed'].includes(act) ? hashes.get(no) : null, ...row }
  })
  const hashed = {
    ...rows,
    ...(intent === undefined ? {} : { intent: { ...intent, rows: intents } }),
    ...(acts === undefined ? {} : { intent_act: { ...acts, rows: did } }),
  }
  return { hashed, hashes }
}

/** The number of the commit; null if it is stale. */
export const write = async (
  client: pg.Client,
  rows: Rows,
  { id = randomUUID(), position, reads = [] }: WriteOptions = {},
): Promise<number | null> => {
  const { hashed, hashes } = withHashes(client, rows)
  const values = [id, position ?? (await headOf(client)), JSON.stringify(reads), JSON.stringify(hashed), 'a test']
  const no = await one<number | null>(client, 'SELECT agency_desk.write($1, $2, $3, $4, $5)', values).catch(
    async (error: unknown) => {
      // PostgreSQL refuses before it frees the rows. It answers the next statement after that.
      await client.query('SELECT').catch(() => undefined)
      throw error
    },
  )
  if (no !== null) stored.set(client.database, hashes)
  return no
}

/** The name of the rule that refused the statement; fails if none did. */
export const refusalOf = async (statement: Promise<unknown>): Promise<string> => {
  try {
    await statement
  } catch (error) {
    const { constraint, message } = error as { constraint?: string; message: string } // of the server
    return constraint ?? message
  }
  return 'not refused'
}

let brands = 0
export const brandRow = (id: string, values: object = {}) => {
  brands += 1
  const row = {
    no: brands,
    id,
    name: id,
    slug: id,
    colour: 'red',
    tags: '[]',
    team_id: null,
    demo: 0,
    created_at_ms: 1,
  }
  return { ...row, ...values }
}

export const markRow = (brandId: string, prospectId: string, note = '') => ({
  brand_id: brandId,
  prospect_id: prospectId,
  triage: null,
  tags: '[]',
  note,
})

export const suppressionRow = (no: number, value: string) => ({
  no,
  kind: 'address',
  value,
  reason: '',
  created_at_ms: 1,
})

const NO_ITEMS = { waiting: 0, in_flight: 0, confirmed: 0, failed: 0, skipped: 0, unknown: 0, cancelled: 0 }

export const intentRow = (no: number, brandId: string, values: object = {}) => ({
  ...NO_ITEMS,
  no,
  id: `intent-${no}`,
  brand_id: brandId,
  kind: 'queue',
  state: 'ready',
  created_at_ms: 1,
  is_paused: 0,
  details: '{}',
  waiting: 1,
  ...values,
})

export const itemRow = (intentNo: number, contactId: string, values: object = {}) => ({
  intent_no: intentNo,
  item: 0,
  call_no: 0,
  subject: contactId,
  state: 'waiting',
  reason: null,
  result: '{}',
  contact_id: contactId,
  after_no: null,
  ...values,
})

/** An intent of one pitch. `afterNo`: the newest pitch to the contact that its desk knew. */
export const pitch = (no: number, brandId: string, contactId: string, afterNo: number | null = null) => ({
  intent: { rows: [intentRow(no, brandId)] },
  intent_item: { rows: [itemRow(no, contactId, { after_no: afterNo })] },
})
