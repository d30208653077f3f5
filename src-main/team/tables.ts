import { ROLES } from '../../src-shared/desk/values/state-names.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listDesks } from './queries/desks.ts'
import { liftPause, listPauses } from './queries/pauses.ts'
import { listPeople, peopleQueries } from './queries/people.ts'
import { teamSchema } from './queries/schema.ts'
import { skippedHere, sumsHere, sumsOfTeam } from './queries/sums.ts'
import { peopleRefusals } from './refusals.ts'

export const teamTables = {
  reads: { 'people.list': listPeople, 'team.skipped': skippedHere, 'team.sums': sumsHere },
  writes: { core: {}, cache: {} },
  brandRows: { core: [byBrandId('person_brand'), byBrandId('brand_rule')], cache: [] },
  team: {
    tables: {
      person: {
        place: 26,
        key: ['login'],
        brand: null,
        isTeamOnly: true,
        columns: { role: ROLES },
        datasets: ['people', 'intents'],
      },
      person_brand: {
        place: 27,
        key: ['login', 'brand_id'],
        brand: 'brand_id',
        isTeamOnly: true,
        datasets: ['people'],
      },
      brand_rule: {
        place: 28,
        key: ['brand_id'],
        brand: 'brand_id',
        isTeamOnly: true,
        stillForbids: (row) => ({ ...row, needs_approval: 1 }),
        datasets: ['people', 'intents'],
      },
    },
    refusals: peopleRefusals,
    queries: {
      ...peopleQueries,
      'team.desks': listDesks,
      'team.sums': sumsOfTeam,
      'team.pauses': listPauses,
      'team.liftPause': liftPause,
    },
  },
  schema: teamSchema,
} satisfies RoomTables
