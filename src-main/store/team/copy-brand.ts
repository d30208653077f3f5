// Brands that a person sees from now on, or no longer. The rows of the first are older than the mirror's position, so they are
// copied whole; nothing of the others stays.
import type { Screen } from './bad-rows.ts'
import type { TeamSession } from './client.ts'
import { fetchAll, selectFrom } from './fetch-rows.ts'
import { TAKE_TIME } from './fresh-copy.ts'
import type { Mirror } from './mirror.ts'
import type { Stage } from './stage.ts'

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
