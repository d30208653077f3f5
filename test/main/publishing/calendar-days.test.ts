import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { articleCalendar, calendarDays } from '../../../src-main/publishing/queries/article-list.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const DAY_MS = 86_400_000
const START_DAY = 20_000
const BRANDS = ['one', 'two'] as const
const entry = fc.record({
  brand: fc.constantFrom(...BRANDS),
  state: fc.constantFrom('published', 'published', 'scheduled', 'failed', 'superseded', 'unpublished'),
  at: fc.integer({ min: -DAY_MS, max: 4 * DAY_MS }),
})

test('of a day’s articles that are out the last ones are there, the others are counted, and nothing else is left out', () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  for (const id of BRANDS) insertBrand(db, newBrand(id, { id, teamId: id }))
  const insert = db.core.prepare(`INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state,
    created_at_ms) VALUES (?, ?, 'webhook', 'publish', 0, ?, ?, 0)`)
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (all, perDay) => {
      db.core.exec('DELETE FROM article')
      for (const [at, one] of all.entries()) insert.run(one.brand, `slug-${at}`, START_DAY * DAY_MS + one.at, one.state)
      for (const brandIds of ['all', ['one']] as const) {
        const span = { fromMs: START_DAY * DAY_MS, untilMs: (START_DAY + 3) * DAY_MS, nowMs: START_DAY * DAY_MS }
        const every = articleCalendar(db, { ...span, brandIds })
        const outOf = Map.groupBy(
          every.filter(({ state }) => state === 'published'),
          ({ at }) => Math.floor(Date.parse(at) / DAY_MS),
        )
        const left = new Set([...outOf.values()].flatMap((out) => out.slice(0, -perDay)).map(({ id }) => id))
        const counts = Array.from(outOf, ([day, out]) => ({ day, count: out.length - perDay }))
        expect(calendarDays(db, { ...span, brandIds, perDay })).toEqual({
          entries: every.filter(({ id }) => !left.has(id)),
          more: counts.filter(({ count }) => count > 0).toSorted((a, b) => a.day - b.day),
        })
      }
    }),
    { numRuns: 60 },
  )
})
