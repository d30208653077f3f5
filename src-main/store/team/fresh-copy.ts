// A whole copy of what the team has: for a desk that joins, one that was away for longer than changes are kept, and one whose
// history is not the server's any more. All rows are of one moment, and the old ones stay until the new ones are here.

import { processMonotonicMs } from '../../base/clock.ts'
import { deleteCoreRows, forgetBrands, keepBrands } from '../brand-removal.ts'
import { inMirror } from './apply.ts'
import { createScreens, type Screen, saveBadRows } from './bad-rows.ts'
import type { TeamClient, TeamSession } from './client.ts'
import { fetchAll, selectFrom } from './fetch-rows.ts'
import { brandIds, deleteShared, type Head, headOf, isOtherHistory, type Mirror } from './mirror.ts'
import { placeIn, saveWholePlace } from './mirror-state.ts'
import { createStage, type Stage } from './stage.ts'

export const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** For parts of a copy: a large table takes longer than a write may. */
const TAKE_TIME = "SET LOCAL statement_timeout = '55s'"

type Staged = {
  readonly head: Head
  readonly screen: Screen
  readonly isOtherHistory: boolean
  /** Brands that are not there may be lost with the server's newest rows: then what other files have of them is the last copy. */
  readonly keepsOthers: boolean
}

const stageAll = async (session: TeamSession, mirror: Mirror, stage: Stage): Promise<Staged> => {
  // A transaction that got no lock is run again.
  stage.drop()
  await session.query(TAKE_TIME)
  const place = placeIn(mirror.core, mirror.teamId)
  const head = await headOf(session, place?.position ?? 0)
  const screen = await createScreens(mirror.core, mirror.shared)(() => processMonotonicMs() + head.clockOffsetMs)
  const [sight] = await session.query<{ all: boolean }>('SELECT agency_desk.sees_all() AS all')
  for (const table of mirror.shared) {
    const sql = `${selectFrom(mirror.core, table)} ORDER BY ${table.key.map((column) => `t."${column}"`)}`
    for await (const rows of fetchAll(session, sql)) stage.add(table, rows, screen)
  }
  await screen.nameAuthors(session, 0)
  const isOther = isOtherHistory(place, head)
  return { head, screen, isOtherHistory: isOther, keepsOthers: sight?.all === true && isOther }
}

/** Returns the brands that were here and are not visible any more. */
const replaceAll = (mirror: Mirror, stage: Stage, { head, screen, keepsOthers }: Staged): readonly string[] => {
  const { core, brandRows, teamId } = mirror
  const before = brandIds(mirror)
  deleteShared(mirror)
  stage.insert(screen)
  const now = new Set(brandIds(mirror))
  const lost = before.filter((id) => !now.has(id))
  if (keepsOthers) for (const id of lost) deleteCoreRows(core, brandRows, id)
  else forgetBrands(core, brandRows, lost)
  keepBrands(core, [...now])
  core.exec('DELETE FROM offline_change')
  saveBadRows(core, 'all', screen.skipped())
  saveWholePlace(core, teamId, head)
  return keepsOthers ? [] : lost
}

export type Copied = { readonly head: Head; readonly lostBrandIds: readonly string[] }

/** `backUp` is called before rows of another history replace the only copy of this one. */
export const freshCopy = async (
  client: TeamClient,
  mirror: Mirror,
  backUp: () => void = () => undefined,
): Promise<Copied> => {
  const stage = createStage(mirror.core)
  try {
    const staged = await client.transaction((session) => stageAll(session, mirror, stage), ONE_MOMENT)
    if (staged.isOtherHistory) backUp()
    const lostBrandIds = inMirror(mirror.core, () => replaceAll(mirror, stage, staged))
    return { head: staged.head, lostBrandIds }
  } finally {
    stage.drop()
  }
}

// Brands that a person sees from now on, or no longer. The rows of the first are older than the mirror's position, so they are
// copied whole; nothing of the others stays.

export type Sight = { readonly gained: readonly string[]; readonly lost: readonly string[] }

export const sightOf = async (session: TeamSession, { core }: Mirror): Promise<Sight> => {
  const there = await session.query<{ id: string }>('SELECT id FROM agency_desk.brand')
  const here = core.prepare<[], string>('SELECT id FROM brand').pluck().all()
  const visible = new Set(there.map(({ id }) => id))
  const known = new Set(here)
  return { gained: [...visible].filter((id) => !known.has(id)), lost: here.filter((id) => !visible.has(id)) }
}

/** Within a transaction: fetches all rows of these brands. */
export const stageBrands = async (
  session: TeamSession,
  { core, shared }: Mirror,
  { stage, screen }: { readonly stage: Stage; readonly screen: Screen },
  ids: readonly string[],
): Promise<void> => {
  await session.query(TAKE_TIME)
  for (const table of shared) {
    if (table.brand === null) continue
    const sql = `${selectFrom(core, table)} WHERE t."${table.brand}" = ANY ($1)`
    for await (const rows of fetchAll(session, sql, [[...ids]])) stage.add(table, rows, screen)
  }
}
