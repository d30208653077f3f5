// A person who was removed from the team keeps nothing of it on this desk: the rows leave core.db at once, the rest (cache,
// backups, exports) like that of removed brands. Drafts and settings of the desk alone stay.
import { forgetBrands } from '../brand-removal.ts'
import { inMirror } from './apply.ts'
import { changesOf } from './changes-of.ts'
import { brandIds, deleteShared, type Mirror } from './mirror.ts'
import { keptChanges } from './offline-changes.ts'
import type { Mirrored } from './state.ts'

type Forgotten = {
  readonly mirrored: Mirrored
  /** Changes made without a connection that nobody gets any more. */
  readonly dropped: number
}

export const forgetTeam = (mirror: Mirror): Forgotten => {
  const { core, shared, brandRows } = mirror
  const lostBrandIds = brandIds(mirror)
  const dropped = keptChanges(core).length
  inMirror(core, () => {
    forgetBrands(core, brandRows, lostBrandIds)
    deleteShared(mirror)
    core.exec('DELETE FROM mirror_state; DELETE FROM offline_change; DELETE FROM bad_row')
  })
  const tables = Object.fromEntries(shared.map(({ name }) => [name, null]))
  const changes = changesOf(shared, tables)
  return { mirrored: { position: 0, tables, changes, numbers: {}, isFresh: true, lostBrandIds }, dropped }
}
