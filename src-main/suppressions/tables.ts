import type { RoomTables } from '../store/tables.ts'
import type { Row } from '../store/team/apply.ts'
import { UNSIGNED } from '../store/team/row-rules.ts'
import { DEMO_SUPPRESSIONS } from './demo-entries.ts'
import { suppressionsSchema } from './queries/schema.ts'
import {
  addSuppressions,
  isListEmpty,
  numberAnew,
  removeSuppressions,
  suppressionsOf,
  suppressionsPage,
} from './queries/suppressions.ts'

const DEMO_VALUES = DEMO_SUPPRESSIONS.map(({ value }) => `'${value}'`).join(', ')

/** Under a number that no desk gives, where its own would be the start of this desk's next numbers. */
const stillSuppressed = ({ no, kind, value }: Row): Row => ({
  ...UNSIGNED,
  no: -Math.min(Number(no), Number.MAX_SAFE_INTEGER),
  kind: kind === 'domain' || !String(value).includes('@') ? 'domain' : 'address',
  value: String(value),
  reason: '',
  created_at_ms: 0,
})

export const suppressionsTables = {
  schema: suppressionsSchema,
  reads: {
    'suppressions.isEmpty': isListEmpty,
    'suppressions.ofContacts': suppressionsOf,
    'suppressions.page': suppressionsPage,
  },
  writes: {
    core: {
      'suppressions.add': addSuppressions,
      'suppressions.remove': removeSuppressions,
    },
    cache: {},
  },
  brandRows: {
    core: [
      // Those of the demo go with its last brand, also beside real ones.
      `WITH gone(id) AS (VALUES (?)) DELETE FROM suppression WHERE value IN (${DEMO_VALUES})
        AND EXISTS (SELECT 1 FROM brand, gone WHERE brand.id = gone.id AND demo = 1)
        AND NOT EXISTS (SELECT 1 FROM brand, gone WHERE brand.id <> gone.id AND demo = 1)`,
    ],
    cache: [],
  },
  afterRestoreAlone: numberAnew,
  // A person who is suppressed while nobody can be reached is suppressed for all afterwards; nobody is let in again that way.
  team: {
    tables: {
      suppression: {
        place: 3,
        key: ['no'],
        brand: null,
        merge: 'add',
        columns: { kind: ['address', 'domain'] },
        stillForbids: stillSuppressed,
        datasets: ['suppressions'],
      },
    },
    waits: { 'suppressions.remove': 'Removing a suppression' },
  },
} satisfies RoomTables
