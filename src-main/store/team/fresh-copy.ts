// A whole copy of what the team has: for a desk that joins, one that was away for longer than changes are kept, and one whose
// history is not the server's any more. All rows are of one moment, and the old ones stay until the new ones are here.
import { forgetBrands, keepBrands } from '../brand-removal.ts'
import { inMirror } from './apply.ts'
import type { TeamClient, TeamSession } from './client.ts'
import { fetchAll, selectFrom } from './fetch-rows.ts'
import { brandIds, deleteShared, type Head, headOf, type Mirror } from './mirror.ts'
import { saveWholePlace } from './mirror-state.ts'
import { createStage, type Stage } from './stage.ts'

export const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** For parts of a copy: a large table takes longer than a write may. */
export const TAKE_TIME = "SET LOCAL statement_timeout = '55s'"

const stageAll = async (session: TeamSession, mirror: Mirror, stage: Stage): Promise<Head> => {
  await session.query(TAKE_TIME)
  const head = await headOf(session, 0)
  for (const table of mirror.shared) {
    const sql = `${selectFrom(mirror.core, table)} ORDER BY ${table.key.map((column) => `t."${column}"`)}`
    for await (const rows of fetchAll(session, sql)) stage.add(table, rows)
  }
  return head
}

/** Returns the brands that were here and are not visible any more. */
const replaceAll = (mirror: Mirror, stage: Stage, head: Head): readonly string[] => {
  const { core, brandRows, teamId } = mirror
  const before = brandIds(mirror)
  deleteShared(mirror)
  stage.insert()
  const now = new Set(brandIds(mirror))
  const lost = before.filter((id) => !now.has(id))
  forgetBrands(core, brandRows, lost)
  keepBrands(core, [...now])
  core.exec('DELETE FROM offline_change')
  saveWholePlace(core, teamId, head)
  return lost
}

export type Copied = { readonly head: Head; readonly lostBrandIds: readonly string[] }

export const freshCopy = async (client: TeamClient, mirror: Mirror): Promise<Copied> => {
  const stage = createStage(mirror.core)
  try {
    const head = await client.transaction((session) => stageAll(session, mirror, stage), ONE_MOMENT)
    return { head, lostBrandIds: inMirror(mirror.core, () => replaceAll(mirror, stage, head)) }
  } finally {
    stage.drop()
  }
}
