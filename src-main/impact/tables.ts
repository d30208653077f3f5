import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { createArticleImpact } from './queries/article-impact.ts'
import { impactPage, lastImpacts } from './queries/impact-page.ts'
import { createSaveImpacts, createStaleImpacts, impactStamps, impacts, type ReadOutings } from './queries/impacts.ts'

/** `outingsOf`: the articles of brands, read where they are needed: a brand has tens of thousands. */
export const createImpactTables = (outingsOf: ReadOutings) =>
  ({
    reads: {
      'impact.article': createArticleImpact(outingsOf),
      'impact.last': lastImpacts,
      'impact.page': impactPage,
      'impact.stale': createStaleImpacts(outingsOf),
    },
    writes: {
      core: {},
      cache: {
        'impact.save': createSaveImpacts(outingsOf),
      },
    },
    migrations: { cache: { 16: impacts, 18: impactStamps } },
    brandRows: { core: [], cache: [byBrandNo('impact'), byBrandNo('impact_state')] },
  }) satisfies RoomTables
