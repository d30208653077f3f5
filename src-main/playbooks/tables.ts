import type { Database } from 'better-sqlite3'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { getPlaybook, listPlaybooks, removePlaybook, savePlaybook } from './queries/playbooks.ts'
import { beginRuns, changeRun, getRun, runsPage, runsToGoOn, runsWaiting } from './queries/runs.ts'
import { playbooksSchema } from './queries/schema.ts'

const stepsRule: ColumnRule = {
  json: 'list',
  schema: async () => (await import('../../src-shared/desk/playbooks.ts')).StepsSchema,
}

export const playbooksTables = {
  reads: {
    'playbooks.get': getPlaybook,
    'playbooks.list': listPlaybooks,
    'playbookRuns.get': getRun,
    'playbookRuns.page': runsPage,
    'playbookRuns.toGoOn': runsToGoOn,
    'playbookRuns.waiting': runsWaiting,
  },
  writes: {
    core: {
      'playbooks.remove': removePlaybook,
      'playbooks.save': savePlaybook,
      'playbookRuns.begin': beginRuns,
      'playbookRuns.change': changeRun,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('playbook_run')], cache: [] },
  team: {
    waits: { 'playbooks.save': 'A playbook', 'playbooks.remove': 'A playbook' },
    tables: {
      playbook: {
        place: 32,
        key: ['id'],
        brand: null,
        columns: { id: 200, name: /^ *[^ ].{0,119}$/, description: 1000, steps: stepsRule },
        datasets: ['playbooks'],
      },
    },
  },
  schema: playbooksSchema,
  // What a run did since the backup is not known: going on could do it twice.
  afterRestore: (core: Database) =>
    void core
      .prepare("UPDATE playbook_run SET state = 'cancelled', has_next = 0 WHERE state NOT IN ('done', 'cancelled')")
      .run(),
} satisfies RoomTables
