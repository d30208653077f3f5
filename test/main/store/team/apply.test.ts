// Rows of the team come into the mirror as PostgreSQL has them, all at once, and leave the desk's own rows alone.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../../src-main/store/migrate.ts'
import { applyRows, type KeyedTable } from '../../../../src-main/store/team/apply.ts'
import { placeIn, saveWholePlace } from '../../../../src-main/store/team/mirror-state.ts'
import { tables } from '../../../../src-main/tables.ts'
import { brandRow, markRow, suppressionRow } from '../../../support/team-database.ts'

const TEAM = 'a-team'
const KEYED: readonly KeyedTable[] = [
  { name: 'brand', key: ['id'] },
  { name: 'suppression', key: ['no'] },
  { name: 'prospect_mark', key: ['brand_id', 'prospect_id'] },
  { name: 'template', key: ['id'], isSharedIf: 'is_shared', own: ['no'] },
  { name: 'preview', key: ['no'] },
  { name: 'intent_claim', key: ['intent_no'] },
]

const mirror = (): Database.Database => {
  const core = new Database(':memory:')
  onTestFinished(() => void core.close())
  core.pragma('foreign_keys = ON')
  migrate(core, tables.migrations.core)
  saveWholePlace(core, TEAM, { position: 1, tag: 'first' })
  return core
}

const all = (core: Database.Database, sql: string): unknown[] => core.prepare(sql).raw().all().flat()

const draft = (id: string, isShared: number, name: string) => ({
  id,
  kind: 'draft',
  brand_id: null,
  name,
  subject: '',
  body: '',
  recipients: '[]',
  updated_at_ms: 1,
  sent_at_ms: null,
  intent_ids: '[]',
  is_shared: isShared,
})

test('two rows exchange a value that only one row may have', () => {
  const core = mirror()
  applyRows(core, KEYED, { suppression: { rows: [suppressionRow(1, 'a@x'), suppressionRow(2, 'b@x')] } })
  applyRows(core, KEYED, { suppression: { rows: [suppressionRow(1, 'b@x'), suppressionRow(2, 'a@x')] } })
  expect(all(core, 'SELECT value FROM suppression ORDER BY no')).toEqual(['b@x', 'a@x'])
})

test('rows that are gone are deleted by their whole key', () => {
  const core = mirror()
  const rows = [markRow('acme', '1'), markRow('acme', '2'), markRow('bolt', '1')]
  applyRows(core, KEYED, { prospect_mark: { rows } })
  applyRows(core, KEYED, { prospect_mark: { gone: [['acme', '1']] } })
  expect(all(core, 'SELECT brand_id || prospect_id FROM prospect_mark ORDER BY 1')).toEqual(['acme2', 'bolt1'])
})

test('the position moves with the rows, or both stay', () => {
  const core = mirror()
  const bad = { brand: { rows: [brandRow('acme'), { ...brandRow('bolt'), tags: 'no json' }] } }
  expect(() => applyRows(core, KEYED, bad, { position: 2, tag: 'second' })).toThrow('CHECK')
  expect([all(core, 'SELECT id FROM brand'), placeIn(core, TEAM)]).toEqual([[], { position: 1, tag: 'first' }])
  applyRows(core, KEYED, { brand: { rows: [brandRow('acme')] } }, { position: 2, tag: 'second' })
  expect([all(core, 'SELECT id FROM brand'), placeIn(core, TEAM)]).toEqual([['acme'], { position: 2, tag: 'second' }])
})

test("a draft of this desk stays when the team's row of the same id goes, and becomes the team's when it is shared", () => {
  const core = mirror()
  applyRows(core, KEYED, { template: { rows: [draft('1', 0, 'own')] } })
  applyRows(core, KEYED, { template: { gone: [['1']] } })
  expect(all(core, 'SELECT name FROM template')).toEqual(['own'])
  applyRows(core, KEYED, { template: { rows: [draft('1', 1, 'shared')] } })
  expect(all(core, 'SELECT name FROM template')).toEqual(['shared'])
  applyRows(core, KEYED, { template: { gone: [['1']] } })
  expect(all(core, 'SELECT name FROM template')).toEqual([])
})

test('a row that is written again keeps what refers to it', () => {
  const core = mirror()
  const preview = { no: 1, id: 'p', created_at_ms: 1, completed_at_ms: null }
  applyRows(core, KEYED, { preview: { rows: [preview] } })
  core.exec(`INSERT INTO preview_row (preview_no, brand_id, contact_id, subject, body, subject_characters,
    body_characters, blockers, warnings, is_blocked, is_warned) VALUES (1, 'acme', 'c', '', '', 0, 0, '[]', '[]', 0, 0)`)
  applyRows(core, KEYED, { preview: { rows: [{ ...preview, completed_at_ms: 2 }] } })
  expect(all(core, 'SELECT count(*) FROM preview_row')).toEqual([1])
  expect(core.pragma('foreign_keys', { simple: true })).toBe(1)
})

test('a column that the desk has alone keeps its value', () => {
  const core = mirror()
  applyRows(core, KEYED, { template: { rows: [draft('1', 1, 'a'), draft('2', 1, 'b')] } })
  applyRows(core, KEYED, { template: { rows: [draft('1', 1, 'c')] } })
  expect(all(core, 'SELECT name FROM template ORDER BY no')).toEqual(['c', 'b'])
})

test('columns that PostgreSQL has alone are left out', () => {
  const core = mirror()
  const claim = { intent_no: 1, desk_no: 2, until_ms: 3, brand_id: 'acme' }
  applyRows(core, KEYED, { intent_claim: { rows: [claim] } })
  expect(all(core, 'SELECT * FROM intent_claim')).toEqual([1, 2, 3])
})

test('a table that is not of the team is refused', () => {
  expect(() => applyRows(mirror(), KEYED, { setting: { gone: [['theme']] } })).toThrow('no table "setting"')
})
