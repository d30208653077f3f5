import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { requestsPage, saveRequest } from '../../../src-main/mcp/queries/requests.ts'
import { deleteBrand } from '../../../src-main/store/brand-removal.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const request = { client: 'Claude', tool: 'rankings', via: 'http' as const, returned: 3, bytes: 400, tookMs: 2 }

test('requests are kept up to 20,000, their brands once, and none names a brand that was removed', () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const [a, b] = ['A', 'B'].map((name) => insertBrand(db, newBrand(name)).id)
  if (a === undefined || b === undefined) throw new Error('There are two brands.')
  const save = (atMs: number, brandIds: string[]) =>
    saveRequest(db, { ...request, atMs, brandIds, isAll: false, isRefused: false })
  const page = (more: object = {}) => requestsPage(db, { brandIds: 'all', search: '', limit: 50, ...more })
  const scopes = () => db.core.prepare('SELECT brand_ids FROM assistant_scope ORDER BY no').pluck().all()

  save(1, [b, a])
  save(2, [a, b])
  save(3, [b])
  expect(scopes()).toEqual([JSON.stringify([a, b].toSorted()), JSON.stringify([b])])
  expect(page({ brandIds: [a] }).rows.map(({ id }) => id)).toEqual(['a2', 'a1'])
  expect(page({ search: 'claude' }).total).toBe(3)
  expect(page({ search: 'cursor' }).total).toBe(0)

  deleteBrand(db, { id: b })
  expect(page().rows.map(({ brandIds }) => brandIds)).toEqual([[], [a], [a]])

  // As after many requests: the next hundredth one deletes those that are too old.
  db.core.exec("UPDATE sqlite_sequence SET seq = 20099 WHERE name = 'assistant_request'")
  save(4, [])
  expect(page().rows.map(({ id }) => id)).toEqual(['a20100'])
  expect(scopes()).toEqual(['[]'])
})
