import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { clustersPage } from '../../../src-main/clusters/queries/clusters.ts'
import { beginPreview, completePreview, previewPage } from '../../../src-main/composing/queries/previews.ts'
import { outboxPage } from '../../../src-main/pitches/queries/outbox.ts'
import { contactsPage } from '../../../src-main/prospects/queries/contacts.ts'
import { prospectsPage } from '../../../src-main/prospects/queries/prospects.ts'
import { articleOutings } from '../../../src-main/publishing/queries/article-outings.ts'
import { knownArticles } from '../../../src-main/publishing/queries/known-articles.ts'
import { brandNo } from '../../../src-main/store/cache-brands.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { plansOf } from '../../support/query-plans.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const openDb = () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const { id } = insertBrand(db, newBrand('One'))
  brandNo(db, id)
  return { db, id }
}

const pages = [
  [
    'clusters',
    (db, input) => clustersPage(db, calls['clusters.page'].input.parse(input)),
    /cluster_by_(brand_)?authority/,
  ],
  [
    'prospects',
    (db, input) => prospectsPage(db, calls['prospects.page'].input.parse(input)),
    /prospect_by_(brand_)?domain/,
  ],
  ['contacts', (db, input) => contactsPage(db, calls['contacts.page'].input.parse(input)), /contact_by_(brand_)?name/],
  [
    'outbox',
    (db, input) => outboxPage(db, { ...calls['outreach.outbox'].input.parse(input), nowMs: 0 }),
    /outbox_by_(brand_)?schedule/,
  ],
] as const satisfies [string, (db: ReturnType<typeof openDb>['db'], input: object) => unknown, RegExp][]

test.each(pages)('the default page of %s walks an index, for all brands and for one', (_name, page, index) => {
  const { db, id } = openDb()
  for (const brandIds of ['all', [id]]) {
    const plans = plansOf(db.cache, () => void page(db, { brandIds })).filter(
      ({ sql }) => sql.includes('ORDER BY') && sql.includes('tie'),
    )
    expect(plans).toHaveLength(1)
    expect(plans[0]?.plan).toMatch(index)
    expect(plans[0]?.plan).not.toContain('TEMP B-TREE')
  }
})

test('titles of articles are found by the index of deliveries, and not one by one', () => {
  const { db, id } = openDb()
  const plans = plansOf(db.core, () => {
    articleOutings(db, { brandIds: [id] })
    knownArticles(db, { brandId: id, nowMs: 1 })
  }).filter(({ sql }) => sql.includes('delivery'))
  expect(plans).toHaveLength(2)
  for (const { plan } of plans) expect(plan).toContain('USING INDEX delivery_by_article')
})

test('contacts of one prospect are looked up, not scanned', () => {
  const { db, id } = openDb()
  const input = calls['contacts.page'].input.parse({ brandIds: [id], filter: { prospectId: 'p1' } })
  const plans = plansOf(db.cache, () => void contactsPage(db, input)).filter(({ sql }) => sql.includes('count(*)'))
  expect(plans.map(({ plan }) => plan)).toEqual([
    expect.stringContaining('contact_by_prospect (brand_no=? AND prospect_id=?)'),
  ])
})

test('pages of a frozen preview are found by the index alone, with any filter', () => {
  const { db } = openDb()
  beginPreview(db, { id: 'p', atMs: 1 })
  completePreview(db, { id: 'p', atMs: 1 })
  for (const show of ['all', 'ready', 'blocked', 'warned'] as const) {
    const args = { id: 'p', afterMs: 0, show, offset: 0, limit: 50 }
    const plans = plansOf(db.core, () => void previewPage(db, args)).filter(({ sql }) => sql.includes('preview_row'))
    expect(plans).toHaveLength(2)
    for (const { plan } of plans) expect(plan).toContain('COVERING INDEX preview_row_by_state (preview_no=?')
  }
})
