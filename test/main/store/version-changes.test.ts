// How many of the newest changes are given: all below 0, none at 0.
import { expect, test } from 'vitest'
import { createVersionChanges } from '../../../src-main/store/version-changes.ts'
import { rankDb } from '../rankings/rank-db.ts'

test('the newest changes are as many as were asked for', () => {
  const { core } = rankDb()
  core.exec(
    'CREATE TABLE version (no INTEGER, brand_id TEXT, at_ms INTEGER, is_by_desk INTEGER, made_by TEXT, value TEXT)',
  )
  const insert = core.prepare("INSERT INTO version VALUES (?, 'tea', ?, 0, NULL, ?)")
  for (const no of [1, 2, 3, 4]) insert.run(no, no * 10, `v${no}`)
  const changes = createVersionChanges<'value', string, string>({
    table: 'version',
    columns: ['value'],
    toValue: ({ value }) => String(value),
    changesOf: (before, after) => [`${before} to ${after}`],
    kindOf: () => 'value',
  })(core, 'value')
  const span = { brandIds: 'all', fromMs: 0, untilMs: 40 } as const
  const found = (limit: number) => changes.newest({ ...span, limit }).map(({ no }) => no)
  expect([-1, 0, 1, 2].map(found)).toEqual([[3, 2], [], [3], [3, 2]])
  expect(changes.count(span)).toBe(2)
})
