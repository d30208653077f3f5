import { ROLES } from '../../src-shared/desk/state-names.ts'
import type { RoomMigration } from '../store/migrate.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listDesks } from './queries/desks.ts'
import { liftPause, listPauses } from './queries/pauses.ts'
import { listPeople, peopleQueries } from './queries/people.ts'
import { skippedHere, sumsHere, sumsOfTeam } from './queries/sums.ts'
import { peopleRefusals } from './refusals.ts'

/** The people of the team, what they see, and the rules of brands: empty on a desk alone. PostgreSQL has the same columns. */
const people: RoomMigration = {
  name: 'people',
  landed: '803e1dbc43e40789',
  up: (db) =>
    db.exec(`
      CREATE TABLE person (
        login TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        all_brands INTEGER NOT NULL,
        removed_at_ms INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE person_brand (
        login TEXT NOT NULL,
        brand_id TEXT NOT NULL,
        PRIMARY KEY (login, brand_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE brand_rule (
        brand_id TEXT PRIMARY KEY,
        needs_approval INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
}

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
  migrations: { core: { 37: people } },
} satisfies RoomTables
