import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { createArticleImpact } from './queries/article-impact.ts'
import { impactPage, lastImpacts } from './queries/impact-page.ts'
import { createIsImpactStale, createSaveImpacts, type ReadOutings } from './queries/impacts.ts'
import { impactSchema } from './queries/schema.ts'

/** `outingsOf`: the articles of brands, read where they are needed: a brand has tens of thousands. */
export const createImpactTables = (outingsOf: ReadOutings) =>
  ({
    reads: {
      'impact.article': createArticleImpact(outingsOf),
      'impact.last': lastImpacts,
      'impact.page': impactPage,
      'impact.stale': createIsImpactStale(outingsOf),
    },
    writes: {
      core: {},
      cache: {
        'impact.save': createSaveImpacts(outingsOf),
      },
    },
    schema: impactSchema,
    brandRows: { core: [], cache: [byBrandNo('impact'), byBrandNo('impact_state')] },
  }) satisfies RoomTables
