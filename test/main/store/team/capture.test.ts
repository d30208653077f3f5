// A change that is not captured would stay on one desk alone, and nobody would notice.
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createCapture } from '../../../../src-main/store/team/capture.ts'
import { tables } from '../../../../src-main/tables.ts'
import { anyRow, insertSql, trialCore } from '../../../support/trial-core.ts'

const shared = tables.team.tables

/** The captured changes of this work, which is then undone. */
const createCapturing = (core: Database) => {
  const capture = createCapture(core, shared)
  return (work: () => void) => {
    core.exec('BEGIN IMMEDIATE')
    work()
    const changed = capture.changed().map(({ table, key, row, isShared }) => [table.name, key, row, isShared])
    core.exec('ROLLBACK')
    return changed
  }
}

test.each(shared)('each change of $name is captured by its key', ({ name, key }) => {
  const core = trialCore()
  const [kept, other] = [anyRow(core, name, 1), anyRow(core, name, 2)]
  core.prepare(insertSql(name, kept)).run(kept)
  const changesOf = createCapturing(core)
  const keyOf = (row: typeof kept) => key.map((column) => row[column])
  const last = core.pragma(`table_info(${name})`) as { name: string; type: string }[]
  const changing = last.filter((column) => !key.includes(column.name) && column.name !== 'is_shared').at(-1)

  expect(changesOf(() => core.prepare(insertSql(name, other)).run(other))).toEqual([[name, keyOf(other), other, true]])
  expect(changesOf(() => core.exec(`DELETE FROM ${name}`))).toEqual([[name, keyOf(kept), null, true]])
  const replace = core.prepare(insertSql(name, kept, 'OR REPLACE'))
  expect(changesOf(() => replace.run(kept))).toEqual([[name, keyOf(kept), kept, true]])
  if (changing !== undefined) {
    const set = (value: unknown) => core.prepare(`UPDATE ${name} SET ${changing.name} = ?`).run(value)
    const value = changing.type === 'TEXT' ? '"new"' : 77
    expect(changesOf(() => set(value))).toEqual([[name, keyOf(kept), { ...kept, [changing.name]: value }, true]])
    expect(changesOf(() => set(kept[changing.name]))).toEqual([])
  }
})

test.each(shared)('another key of a row of $name is captured as a row that is gone and a new one', ({ name, key }) => {
  const core = trialCore()
  const row = anyRow(core, name, 1)
  core.prepare(insertSql(name, row)).run(row)
  const [first = ''] = key
  const value = typeof row[first] === 'number' ? 5 : '"five"'
  const changes = createCapturing(core)(() => core.prepare(`UPDATE ${name} SET ${first} = ?`).run(value))
  const rest = key.slice(1).map((column) => row[column])
  expect(changes).toHaveLength(2)
  expect(changes).toContainEqual([name, [row[first], ...rest], null, true])
  expect(changes).toContainEqual([name, [value, ...rest], { ...row, [first]: value }, true])
})

test('rows that go with another row are captured', () => {
  const core = trialCore()
  const [preview, row] = [anyRow(core, 'preview', 1), { ...anyRow(core, 'preview_row', 1), preview_no: 1 }]
  core.prepare(insertSql('preview', preview)).run(preview)
  core.prepare(insertSql('preview_row', row)).run(row)
  expect(createCapturing(core)(() => core.exec('DELETE FROM preview'))).toEqual([
    ['preview', [1], null, false],
    ['preview_row', [1], null, false],
  ])
})

test('a row that another unique value replaces is captured', () => {
  const core = trialCore()
  const row = anyRow(core, 'suppression', 1)
  core.prepare(insertSql('suppression', row)).run(row)
  const same = { ...row, no: 2 }
  const changes = createCapturing(core)(() => core.prepare(insertSql('suppression', same, 'OR REPLACE')).run(same))
  expect(changes).toEqual([
    ['suppression', [1], null, true],
    ['suppression', [2], same, true],
  ])
})

test('a draft is the desk’s own until it is shared', () => {
  const core = trialCore()
  const draft = { ...anyRow(core, 'template', 1), is_shared: 0 }
  core.prepare(insertSql('template', draft)).run(draft)
  const changesOf = createCapturing(core)
  const save = (sql: string) => changesOf(() => core.exec(sql)).map(([, , row, isShared]) => [row !== null, isShared])
  expect(save("UPDATE template SET body = 'new'")).toEqual([[true, false]])
  expect(save('UPDATE template SET is_shared = 1')).toEqual([[true, true]])
  expect(save('DELETE FROM template')).toEqual([[false, false]])
  core.exec('UPDATE template SET is_shared = 1')
  expect(save("UPDATE template SET body = 'new'")).toEqual([[true, true]])
  expect(save('DELETE FROM template')).toEqual([[false, true]])
})

test('rows of a table without a key are captured', () => {
  const core = trialCore()
  const row = anyRow(core, 'limiter_window', 1)
  const changes = createCapturing(core)(() => core.prepare(insertSql('limiter_window', row)).run(row))
  expect(changes).toEqual([['limiter_window', [1], row, false]])
})

test('every table of core.db is captured, but for what its own triggers write', () => {
  const core = trialCore()
  const names = core.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck()
  const capture = createCapture(core, shared)
  expect(capture.tables.map(({ name }) => name)).toEqual(names.all().filter((name) => name !== 'article_change'))
  const ofShared = capture.tables.flatMap((table) => (table.shared === null ? [] : [table.name]))
  expect(ofShared.sort()).toEqual(shared.map(({ name }) => name).sort())
})
