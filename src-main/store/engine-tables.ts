import { backupBeforeDeletion, backupCore } from './backup.ts'
import { listBackupFacts } from './backup-list.ts'
import { deleteBrand } from './brand-removal.ts'
import { checkpointCore } from './checkpoint.ts'
import { listFreshness, saveFreshness } from './freshness.ts'
import { newestRow } from './newest-row.ts'
import { getSetting, setSetting } from './setting.ts'
import { byBrandNo, type RoomTables } from './tables.ts'
import { sqliteVersion } from './versions.ts'

/** What the engine itself answers, beside the rooms' queries. */
export const engineTables = {
  reads: {
    'backups.list': listBackupFacts,
    'core.newestRow': newestRow,
    'core.sqliteVersion': sqliteVersion,
    'freshness.list': listFreshness,
    'settings.get': getSetting,
  },
  writes: {
    core: {
      'settings.set': setSetting,
    },
    cache: {
      'brands.delete': deleteBrand,
      'core.backup': backupCore,
      'core.backupBeforeDeletion': backupBeforeDeletion,
      'core.checkpoint': checkpointCore,
      'freshness.save': saveFreshness,
    },
  },
  brandRows: { core: [], cache: [byBrandNo('freshness')] },
} satisfies RoomTables
