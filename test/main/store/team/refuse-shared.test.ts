import { expect, test } from 'vitest'
import { refuseShared, whilePurging } from '../../../../src-main/store/team/refuse-shared.ts'
import { tables } from '../../../../src-main/tables.ts'
import { anyRow, insertSql, trialCore } from '../../../support/trial-core.ts'

const shared = tables.team.tables

test.each(shared)('another thread’s change of $name is refused', ({ name, key }) => {
  const core = trialCore()
  const row = anyRow(core, name, 1)
  const insert = core.prepare(insertSql(name, row))
  insert.run(row)
  refuseShared(core, shared)
  const refusal = `Another thread writes ${name} of the team.`
  expect(() => insert.run(anyRow(core, name, 2))).toThrow(refusal)
  expect(() => core.exec(`UPDATE ${name} SET ${key[0]} = ${key[0]}`)).toThrow(refusal)
  expect(() => core.exec(`DELETE FROM ${name}`)).toThrow(refusal)
  whilePurging(core, () => core.exec(`DELETE FROM ${name}`))
  expect(core.prepare(`SELECT * FROM ${name}`).all()).toEqual([])
  expect(() => insert.run(row)).toThrow(refusal)
})

test('another thread changes what the desk has for itself', () => {
  const core = trialCore()
  refuseShared(core, shared)
  const draft = { ...anyRow(core, 'template', 1), is_shared: 0 }
  core.prepare(insertSql('template', draft)).run(draft)
  core.exec("UPDATE template SET body = 'new'; DELETE FROM template")
  core.exec("INSERT INTO setting VALUES ('backup', '1')")
  expect(core.prepare('SELECT key FROM setting').pluck().all()).toContain('backup')
})
