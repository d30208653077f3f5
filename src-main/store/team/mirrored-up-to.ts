// What was changed in PostgreSQL itself is seen here once the mirror has it.
import type { StoreTeam } from '../store.ts'

/** A copy that takes longer comes later by itself. */
const PATIENCE_MS = 5_000

/** Until the mirror has this commit. */
export const mirroredUpTo = async (team: StoreTeam, no: number): Promise<void> => {
  if (team.state().position >= no) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = team.onMirrored(({ position }) => {
    if (position >= no) resolve()
  })
  const timer = setTimeout(resolve, PATIENCE_MS)
  await promise
  clearTimeout(timer)
  stop()
}
