import { expect, onTestFinished, test } from 'vitest'
import { insertBrand, listBrands, slugOf, updateBrand } from '../../../src-main/brands/queries/brands.ts'
import { brandNo, findBrandNo } from '../../../src-main/store/cache-brands.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const openDb = () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  return db
}

test.each([
  ['Café Zürich', 'cafe-zurich'],
  ['  A & B / C  ', 'a-b-c'],
  ['ﬁne Ⅳ', 'fine-iv'],
  ['検索', 'brand'],
  ['--', 'brand'],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
])('the slug of "%s" is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('equal names get different slugs, and a rename keeps the slug', () => {
  const db = openDb()
  const slugs = ['Acme', 'ACME', 'acme!'].map((name) => insertBrand(db, newBrand(name)).slug)
  expect(slugs).toEqual(['acme', 'acme-2', 'acme-3'])
  const [first] = listBrands(db, {})
  const renamed = updateBrand(db, { id: first?.id ?? '', patch: { name: 'Other', pinned: true, colour: undefined } })
  expect(renamed).toEqual({ ...first, name: 'Other', pinned: true })
  expect(listBrands(db, {})[0]).toEqual(renamed)
})

test('ids differ, colours are given in turn, tags and key state are kept', () => {
  const db = openDb()
  const one = insertBrand(db, newBrand('One', { tags: ['a', 'b'], keyState: 'ok', keyIn: 'os', demo: true }))
  const two = insertBrand(db, newBrand('Two', { colour: '#123456' }))
  const three = insertBrand(db, newBrand('Three'))
  expect(one.id).toMatch(/^brand_[\w-]{12}$/)
  expect(new Set([one.id, two.id, three.id]).size).toBe(3)
  expect(two.colour).toBe('#123456')
  expect(one.colour).not.toBe(three.colour)
  expect(listBrands(db, {}).find(({ id }) => id === one.id)).toEqual(one)
})

test('a brand that another desk added has no key and no pin here, and takes them when this desk gives it some', () => {
  const db = openDb()
  const { id } = insertBrand(db, newBrand('Acme', { keyState: 'ok', keyIn: 'os', pinned: true }))
  db.core.exec('DELETE FROM brand_here')
  expect(listBrands(db, {})).toMatchObject([{ id, keyState: 'missing', keyIn: null, keySeal: null, pinned: false }])
  updateBrand(db, { id, patch: { keyState: 'ok', keyIn: 'session' } })
  expect(listBrands(db, {})).toMatchObject([{ id, keyState: 'ok', keyIn: 'session', pinned: false }])
})

test('the table that desks may share holds nothing of a key', () => {
  const { core } = openDb()
  const columns = core.prepare("SELECT name FROM pragma_table_info('brand')").pluck().all()
  expect(columns).toEqual(['no', 'id', 'name', 'slug', 'colour', 'tags', 'team_id', 'demo', 'created_at_ms'])
})

test('a team is one brand: conflict names the brand that has it, at insert and at update', () => {
  const db = openDb()
  const one = insertBrand(db, newBrand('One', { teamId: 'team_1' }))
  const two = insertBrand(db, newBrand('Two'))
  const conflict = expect.objectContaining({ kind: 'conflict', message: expect.stringContaining('"One"') })
  expect(() => insertBrand(db, newBrand('Three', { teamId: 'team_1' }))).toThrow(conflict)
  expect(() => updateBrand(db, { id: two.id, patch: { teamId: 'team_1' } })).toThrow(conflict)
  expect(updateBrand(db, { id: one.id, patch: { teamId: 'team_1' } })).toEqual(one)
  expect(listBrands(db, {})).toHaveLength(2)
})

test('the mirror numbers only existing brands, each once', () => {
  const db = openDb()
  const one = insertBrand(db, newBrand('One'))
  const two = insertBrand(db, newBrand('Two'))
  expect(findBrandNo(db, one.id)).toBeNull()
  const numbers = [brandNo(db, one.id), brandNo(db, two.id), brandNo(db, one.id)]
  expect(numbers[0]).toBe(numbers[2])
  expect(numbers[0]).not.toBe(numbers[1])
  expect(() => brandNo(db, 'brand_none')).toThrow(expect.objectContaining({ kind: 'not-found' }))
  expect(() => updateBrand(db, { id: 'brand_none', patch: {} })).toThrow(expect.objectContaining({ kind: 'not-found' }))
})

test('brands are listed in the order they were added, also within one millisecond and after a compaction', () => {
  const db = openDb()
  const names = ['Zeta', 'Alpha', 'Beta', 'Omega', 'Gamma', 'Delta']
  for (const name of names) insertBrand(db, newBrand(name))
  db.core.exec("DELETE FROM brand WHERE name = 'Beta'; VACUUM")
  expect(listBrands(db, {}).map(({ name }) => name)).toEqual(names.filter((name) => name !== 'Beta'))
})
