// Brings the mirror from its position to the newest commit, from one moment of the team to another. What changed is named by
// keys; the rows are fetched as they are now, and a row that is not there is gone, or not this person's.

import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Change } from '../../../src-shared/desk/values/changes.ts'
import { processMonotonicMs } from '../../base/clock.ts'
import { forgetBrands, keepBrands } from '../brand-removal.ts'
import { errorCode, type StoreNotice } from '../rpc.ts'
import { type Changes, changeRows, inMirror, type Key, type Row } from './apply.ts'
import { createScreens, type Screen, saveBadRows } from './bad-rows.ts'
import { changesOf } from './changes-of.ts'
import type { TeamClient, TeamSession } from './client.ts'
import { BY_KEYS, bytesIn, fetchAll, fetchByKeys, selectFrom } from './fetch-rows.ts'
import { freshCopy, ONE_MOMENT, type Sight, sightOf, stageBrands } from './fresh-copy.ts'
import { type Head, headOf, lackOf, type Mirror } from './mirror.ts'
import { type Place, placeIn, savePlace } from './mirror-state.ts'
import { newsOf } from './news.ts'
import { notTaken, otherHistory } from './notices.ts'
import { forgetKept, type Sent, sendKept } from './offline-changes.ts'
import { keyOf, keyText, rawKeyText, restNumber, type ServerRow } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'
import { createStage, type Stage } from './stage.ts'
import type { Mirrored } from './state.ts'

/** More than these are slower one by one than a whole copy. */
const MOST_KEYS = 200_000
const MOST_BYTES = 200_000_000
const SEEN_EVERY_MS = 25_000
/** A message to the rooms names at most so many. */
const MOST_NAMED = 200

/** The mirror needs a whole copy, which cannot be made here. */
class NeedsCopy extends DeskError {
  constructor() {
    super('network', "The copy of the team's data is being replaced. Try again in a moment.")
  }
}

type Changed = { readonly tbl: string; readonly key: string; readonly brand: string | null }

export const CHANGES_OF_ONE_MOMENT = `${ONE_MOMENT}; ${BY_KEYS}`

export const CHANGED = `SELECT tbl, key, max(brand_id) AS brand FROM agency_desk.change WHERE commit_no > $1
  GROUP BY tbl, key LIMIT ${MOST_KEYS + 1}`

/** PostgreSQL and JSON.stringify differ in spaces. */
const sameText = (noted: string): string => {
  const key = keyOf(noted)
  return key === null ? rawKeyText(noted) : keyText(key)
}

/** What the mirror may hold of these keys: also what a bad row still forbids (`stillForbids`), under a number of its own. */
const keysHere = ({ stillForbids }: NamedTable, noted: readonly string[]): Key[] => {
  const keys = noted.flatMap((one) => {
    const key = keyOf(one)
    return key === null ? [] : [key]
  })
  if (stillForbids === undefined) return keys
  const numbers = noted.map(restNumber).filter((no) => !Number.isNaN(no))
  return [...keys, ...numbers.map((no) => [no])]
}

/** Whose sight of brands may have changed. */
const isAboutSight = ({ tbl, key }: Changed, login: string): boolean =>
  (tbl === 'person' || tbl === 'person_brand') && keyOf(key)?.[0] === login

const NONE: Sight = { gained: [], lost: [] }

/** New brands come with their changes; older ones that this person sees from now on do not. */
const findSight = async (
  session: TeamSession,
  mirror: Mirror,
  changed: readonly Changed[],
  login: string,
): Promise<Sight> => {
  const isOther = changed.some((one) => isAboutSight(one, login))
  if (!isOther && !changed.some(({ tbl }) => tbl === 'brand')) return NONE
  const sight = await sightOf(session, mirror)
  return isOther ? sight : { ...sight, gained: [] }
}

type Fetched = {
  readonly head: Head
  readonly screen: Screen
  readonly changed: readonly Changed[]
  readonly changes: Changes
  readonly sight: Sight
}

type Rows = (table: NamedTable, keys: readonly string[]) => AsyncIterable<readonly ServerRow[]>

const takeRows = async (
  { shared }: Mirror,
  changed: readonly Changed[],
  screen: Screen,
  rowsOf: Rows,
): Promise<Changes> => {
  const changes: Record<string, { gone: Key[]; rows: Row[] }> = {}
  let bytes = 0
  for (const table of shared) {
    const keys = changed.filter(({ tbl }) => tbl === table.name).map(({ key }) => key)
    if (keys.length === 0) continue
    const rows: Row[] = []
    for await (const part of rowsOf(table, keys)) {
      for (const row of screen.fit(table, part)) rows.push(row)
      bytes += bytesIn(part)
      if (bytes > MOST_BYTES) throw new NeedsCopy()
    }
    changes[table.name] = { gone: keysHere(table, keys), rows }
  }
  return changes
}

/** Which rows of these a person sees changes with the brands that they see, without a change of the row. */
const copyListed = async (session: TeamSession, { core, shared }: Mirror, screen: Screen): Promise<Changes> => {
  const changes: Record<string, Changes[string]> = {}
  for (const table of shared.filter(({ isOfListedBrands }) => isOfListedBrands === true)) {
    const gone = core
      .prepare<[], Key>(`SELECT ${table.key.join(', ')} FROM ${table.name}`)
      .raw()
      .all()
    const rows: Row[] = []
    for await (const part of fetchAll(session, selectFrom(core, table))) rows.push(...screen.fit(table, part))
    changes[table.name] = { gone, rows }
  }
  return changes
}

/** Also those that were not accepted, and so are in no commit. */
const withSent = (since: readonly Changed[], { keys }: Sent): readonly Changed[] => {
  if (keys.length === 0) return since
  const named = new Set(since.map(({ tbl, key }) => tbl + sameText(key)))
  const others = keys.filter(({ tbl, key }) => !named.has(tbl + sameText(key)))
  return [...since, ...others.map(({ tbl, key }) => ({ tbl, key, brand: null }))]
}

type From = {
  readonly place: Place
  readonly sent: Sent
  readonly stage: Stage
  readonly screens: ReturnType<typeof createScreens>
  readonly heard: (head: Head) => void
}

/** Null: the mirror lacks nothing. */
const fetchNews = async (
  session: TeamSession,
  mirror: Mirror,
  { place, sent, screens, heard }: From,
): Promise<Fetched | 'by keys' | null> => {
  const { head, rows } = await newsOf(session, place.position)
  heard(head)
  const lack = lackOf(place, head)
  if (lack === 'all') throw new NeedsCopy()
  if (sent.keys.length > 0) return 'by keys'
  if (lack === 'nothing') return null
  if (rows === null) return 'by keys'
  const byTable = Map.groupBy(rows, ({ tbl }) => tbl)
  async function* rowsOf({ name }: NamedTable): AsyncGenerator<readonly ServerRow[]> {
    yield (byTable.get(name) ?? []).flatMap(({ row }) => (row === null ? [] : [row]))
  }
  const screen = await screens(() => processMonotonicMs() + head.clockOffsetMs)
  const changes = await takeRows(mirror, rows, screen, rowsOf)
  await screen.nameAuthors(session, place.position)
  return { head, screen, changed: rows, changes, sight: NONE }
}

/** Null: the mirror lacks nothing. */
const fetchSince = async (
  session: TeamSession,
  mirror: Mirror,
  { place, sent, stage, screens, heard }: From,
): Promise<Fetched | null> => {
  // A transaction that got no lock is run again.
  stage.drop()
  const head = await headOf(session, place.position, 'head')
  heard(head)
  const lack = lackOf(place, head)
  if (lack === 'all') throw new NeedsCopy()
  if (lack === 'nothing' && sent.keys.length === 0) return null
  const since = await session.query<Changed>(CHANGED, [place.position], 'changed')
  if (since.length > MOST_KEYS) throw new NeedsCopy()
  const changed = withSent(since, sent)
  const sight = await findSight(session, mirror, changed, head.login)
  const screen = await screens(() => processMonotonicMs() + head.clockOffsetMs)
  if (sight.gained.length > 0) await stageBrands(session, mirror, { stage, screen }, sight.gained)
  const gained = new Set(sight.gained)
  const others = changed.filter(({ brand }) => brand === null || !gained.has(brand))
  const changes = await takeRows(mirror, others, screen, (table, keys) =>
    fetchByKeys(session, mirror.core, table, keys),
  )
  const isSame = sight.gained.length + sight.lost.length === 0
  const listed = isSame ? {} : await copyListed(session, mirror, screen)
  await screen.nameAuthors(session, place.position)
  return { head, screen, changed, sight, changes: { ...changes, ...listed } }
}

const store = ({ core, shared, brandRows }: Mirror, fetched: Fetched, { sent, stage }: From): boolean =>
  inMirror(core, () => {
    const { head, screen, changed, changes, sight } = fetched
    forgetKept(core, sent)
    forgetBrands(core, brandRows, sight.lost)
    changeRows(core, shared, changes)
    stage.insert(screen)
    keepBrands(core, sight.gained)
    savePlace(core, head)
    const lookedAt = changed.map(({ tbl, key }) => ({ table: tbl, key: sameText(key) }))
    return saveBadRows(core, lookedAt, screen.skipped())
  })

/** Whose keys begin with a number of that table. */
const numberedBy = ({ shared }: Mirror, followed: string): string[] =>
  shared.flatMap(({ name, key, parent }) =>
    name === followed || (parent?.table === followed && key[0] === parent.column) ? [name] : [],
  )

const numbersIn = (mirror: Mirror, changed: readonly Changed[]): Mirrored['numbers'] =>
  Object.fromEntries(
    mirror.shared
      .filter(({ isFollowed }) => isFollowed === true)
      .map(({ name }) => {
        const tables = numberedBy(mirror, name)
        const keys = changed.filter(({ tbl }) => tables.includes(tbl)).map(({ key }) => keyOf(key))
        return [name, [...new Set(keys.flatMap((key) => key?.slice(0, 1).map(Number) ?? []))]]
      }),
  )

const mirroredBy = (mirror: Mirror, { head, changed, sight }: Fetched, isListNew: boolean): Mirrored => {
  const tables: Record<string, string[] | null> = {}
  for (const { tbl, brand } of changed) {
    const known = tables[tbl]
    if (brand === null || known === null) tables[tbl] = null
    else if (known === undefined) tables[tbl] = [brand]
    else if (!known.includes(brand)) tables[tbl] = known.length < MOST_NAMED ? [...known, brand] : null
  }
  if (sight.gained.length + sight.lost.length > 0) for (const { name } of mirror.shared) tables[name] = null
  const numbers = numbersIn(mirror, changed)
  const list: Change[] = isListNew ? [{ brandIds: 'all', datasets: ['team'] }] : []
  const changes = [...changesOf(mirror.shared, tables), ...list]
  return { position: head.position, tables, changes, numbers, isFresh: false, lostBrandIds: sight.lost }
}

type Options = Mirror & {
  /** What is in the mirror now, and was not. */
  readonly onMirrored: (mirrored: Mirrored) => void
  /** What the server said of itself. */
  readonly heard: (head: Head) => void
  readonly onNotice: (notice: StoreNotice) => void
  /** A copy of core.db; the path of its file. */
  readonly backUp: () => string
}

const NOTHING_SENT: Sent = { keys: [], dropped: 0 }

const isClient = (session: TeamSession | TeamClient): session is TeamClient => 'transaction' in session

/**
 * Returns what brings the mirror up to date. A client gets a transaction of its own; a session has one: the caller
 * has locked the team's head.
 */
export const createCatchUp = (options: Options) => {
  const { onMirrored, heard, onNotice, backUp, ...mirror } = options
  // A whole copy may not fit into memory.
  mirror.core.pragma('temp_store = FILE')
  const screens = createScreens(mirror.core, mirror.shared)

  /** Kept when a copy fails after it: one that is tried again would push older backups out. */
  let backup: string | undefined
  const copyAll = async (client: TeamClient): Promise<void> => {
    const { head, lostBrandIds } = await freshCopy(client, mirror, () => {
      backup ??= backUp()
    })
    if (backup !== undefined) onNotice(otherHistory(backup))
    backup = undefined
    heard(head)
    const tables = Object.fromEntries(mirror.shared.map(({ name }) => [name, null]))
    const changes: Change[] = [...changesOf(mirror.shared, tables), { brandIds: 'all', datasets: ['team'] }]
    onMirrored({ position: head.position, tables, changes, numbers: {}, isFresh: true, lostBrandIds })
  }

  let seenAtMs = 0
  /** Other desks and the upkeep learn that this desk is there, and how far it has come. */
  const say = async (session: TeamClient, place: Place): Promise<void> => {
    if (processMonotonicMs() - seenAtMs < SEEN_EVERY_MS) return
    // A number of another history says nothing in this one.
    if (lackOf(place, await headOf(session, place.position)) === 'all') return
    seenAtMs = processMonotonicMs()
    await session.query('SELECT agency_desk.seen($1)', [place.position])
  }

  const takeChanges = async (session: TeamSession | TeamClient, place: Place, sent: Sent): Promise<void> => {
    const stage = createStage(mirror.core)
    const from = { place, sent, stage, screens, heard }
    try {
      const fetch = (within: TeamSession) => fetchSince(within, mirror, from)
      const byKeys = () => (isClient(session) ? session.transaction(fetch, CHANGES_OF_ONE_MOMENT) : fetch(session))
      const news = await fetchNews(session, mirror, from)
      const fetched = news === 'by keys' ? await byKeys() : news
      if (fetched === null) return
      const isListNew = store(mirror, fetched, from)
      onMirrored(mirroredBy(mirror, fetched, isListNew))
    } finally {
      stage.drop()
    }
  }

  /** The mirror differs from what its position says: rows that the team allows are refused here. */
  const asNeed = (error: unknown): unknown =>
    errorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true ? new NeedsCopy() : error

  return async (session: TeamSession | TeamClient): Promise<void> => {
    const sent = isClient(session) ? await sendKept(session, mirror) : NOTHING_SENT
    const place = placeIn(mirror.core, mirror.teamId)
    try {
      if (place === null) {
        heard(await headOf(session, 0))
        throw new NeedsCopy()
      }
      if (isClient(session)) await say(session, place)
      await takeChanges(session, place, sent)
    } catch (error) {
      const reason = asNeed(error)
      if (!(reason instanceof NeedsCopy) || !isClient(session)) throw reason
      await copyAll(session)
    }
    if (sent.dropped > 0) onNotice(notTaken(sent.dropped))
  }
}
