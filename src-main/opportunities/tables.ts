import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { clickScenario, clicksOfBrand } from './queries/brand-clicks.ts'
import { agencyClicks, saveClickErrors, saveClickSums } from './queries/click-sums.ts'
import { saveOpportunities, staleOpportunities } from './queries/opportunities.ts'
import { opportunityPage } from './queries/opportunity-page.ts'
import { opportunityTables, reachableByClimbs } from './queries/schema.ts'

export const opportunitiesTables = {
  reads: {
    'opportunities.agency': agencyClicks,
    'opportunities.brand': clicksOfBrand,
    'opportunities.page': opportunityPage,
    'opportunities.scenario': clickScenario,
    'opportunities.stale': staleOpportunities,
  },
  writes: {
    core: {},
    cache: {
      'opportunities.errors': saveClickErrors,
      'opportunities.save': saveOpportunities,
      'opportunities.sums': saveClickSums,
    },
  },
  migrations: { cache: { 24: opportunityTables, 27: reachableByClimbs } },
  brandRows: {
    core: [],
    cache: [byBrandNo('click_sum'), byBrandNo('opportunity'), byBrandNo('opportunity_state')],
  },
} satisfies RoomTables
