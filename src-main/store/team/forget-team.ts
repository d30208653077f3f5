// A person who was removed from the team keeps nothing of it on this desk: the rows leave core.db at once, the rest (cache,
// backups, exports) like that of removed brands. Drafts and settings of the desk alone stay.
import { forgetBrands } from '../brand-removal.ts'
import { inMirror } from './apply.ts'
import { changesOf } from './changes-of.ts'
import { brandIds, deleteShared, type Mirror } from './mirror.ts'
import type { Mirrored } from './state.ts'

export const forgetTeam = (mirror: Mirror): Mirrored => {
  const { core, shared, brandRows } = mirror
  const lostBrandIds = brandIds(mirror)
  inMirror(core, () => {
    forgetBrands(core, brandRows, lostBrandIds)
    deleteShared(mirror)
    core.exec('DELETE FROM mirror_state; DELETE FROM offline_change')
  })
  const tables = Object.fromEntries(shared.map(({ name }) => [name, null]))
  const changes = changesOf(shared, tables)
  return { position: 0, tables, changes, intentNos: [], isFresh: true, lostBrandIds, dropped: 0 }
}
