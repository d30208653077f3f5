import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { articleImpact } from './queries/article-impact.ts'
import { impactPage, lastImpacts } from './queries/impact-page.ts'
import { impactStamps, impacts, saveImpacts, staleImpacts } from './queries/impacts.ts'

export const impactTables = {
  reads: {
    'impact.article': articleImpact,
    'impact.last': lastImpacts,
    'impact.page': impactPage,
    'impact.stale': staleImpacts,
  },
  writes: {
    core: {},
    cache: {
      'impact.save': saveImpacts,
    },
  },
  migrations: { cache: { 16: impacts, 18: impactStamps } },
  brandRows: { core: [], cache: [byBrandNo('impact'), byBrandNo('impact_state')] },
} satisfies RoomTables
