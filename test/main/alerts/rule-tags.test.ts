// The tags of a rule on disk: older versions wrote one, and have to read what this one writes.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempStore } from '../../support/temp-store.ts'

const filter = { starred: false, tracked: false, tags: [], minClicksAWeek: 0, minImpressionsAWeek: 0 }

test('one tag is kept as older versions kept it, and several come back as they were', async () => {
  const { store, coreFile } = await tempStore()
  const tags = [['retail'], ['law', 'retail, "b2c"'], ['[odd'], ['["odd"]']]
  for (const [at, one] of tags.entries())
    await store.write('alerts.saveRule', {
      ...{ id: `r${at}`, name: 'R', condition: { kind: 'drift' }, filter, isNew: true, atMs: at },
      scope: { of: 'tags', tags: one },
    })
  const scopes = (await store.read('alerts.rules', {})).map(({ scope }) => scope)
  expect(scopes).toEqual(tags.map((one) => ({ of: 'tags', tags: one })))
  const core = new Database(coreFile, { readonly: true })
  const row = core.prepare("SELECT scope, tag FROM alert_rule WHERE id = 'r0'").get()
  core.close()
  expect(row).toEqual({ scope: 'tag', tag: 'retail' })
})

test('a rule of an older version is about the tag that it named, whatever that is', async () => {
  const { store, coreFile } = await tempStore()
  const core = new Database(coreFile)
  const add = core.prepare(`INSERT INTO alert_rule (id, name, scope, tag, condition, filter, is_on, made_at_ms)
    VALUES (@tag, 'Old', 'tag', @tag, '{"kind":"drift"}', @filter, 1, 1)`)
  for (const tag of ['[draft', 'retail']) add.run({ tag, filter: JSON.stringify(filter) })
  core.close()
  const scopes = (await store.read('alerts.rules', {})).map(({ scope }) => scope)
  expect(scopes).toEqual([
    { of: 'tags', tags: ['[draft'] },
    { of: 'tags', tags: ['retail'] },
  ])
})
