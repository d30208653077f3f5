import { dayNumber } from '../../src-main/base/clock.ts'
import { ingestDay, storeDay } from '../../src-main/rankings/queries/ingest/day.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { prepared } from '../../src-main/store/db.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import type { TopKeyword } from '../../src-shared/service/rank-tracking.ts'
import { type BenchRow, interleave, judge } from './bench.ts'
import { createRandom, dayAt, fillCache, itemOf, keywordOf } from './rank-cache.ts'

const BRANDS = 4
const KEYWORDS = 1000
/** Days of one round: each way stores them all for one brand, one transaction a day. */
const DAYS = 20

type Day = { readonly day: string; readonly items: Map<string, TopKeyword>; readonly body: ArrayBuffer }

const daysOf = (brand: number): Day[] => {
  const random = createRandom(brand)
  const texts = Array.from({ length: KEYWORDS }, (_, index) => keywordOf(brand, index))
  return Array.from({ length: DAYS }, (_, index) => {
    const items = new Map(texts.map((text) => [text, itemOf(random, text)]))
    const body = new TextEncoder().encode(JSON.stringify({ items: [...items.values()] })).buffer
    return { day: dayAt(100 + index), items, body }
  })
}

const PLAIN = `CREATE TABLE plain_hist (slice INTEGER NOT NULL, day INTEGER NOT NULL, keyword INTEGER NOT NULL,
  position INTEGER, clicks INTEGER NOT NULL, impressions INTEGER NOT NULL,
  PRIMARY KEY (slice, day, keyword)) WITHOUT ROWID`
const INSERT = `INSERT OR REPLACE INTO plain_hist (slice, day, keyword, position, clicks, impressions)
  VALUES (?, ?, ?, ?, ?, ?)`

/** The loop by hand, a row by keyword and day: it knows the numbers of its keywords; each day is a transaction of its own. */
const insertByHand = ({ cache }: WritableDb, slice: number, days: readonly Day[]): void => {
  const insert = prepared(cache, INSERT)
  for (const { day, items } of days) {
    const number = dayNumber(day)
    cache.transaction(() => {
      let keyword = slice * KEYWORDS
      for (const { position, clicks, impressions } of items.values()) {
        keyword += 1
        const thousandths = position == null ? null : Math.round(position * 1000)
        insert.run(slice, number, keyword, thousandths, clicks, impressions)
      }
    })()
  }
}

const clear = ({ cache }: WritableDb): void => {
  cache.exec('DELETE FROM plain_hist')
  cache.exec(`DELETE FROM rank_packed WHERE id % ${2 ** 20} >= ${dayNumber(dayAt(100))}`)
  cache.exec(`DELETE FROM rank_day WHERE day >= ${dayNumber(dayAt(100))}`)
}

/** Storing parsed rows, and the whole way from raw bytes, against a prepared INSERT in a loop on a table of plain rows. */
export const ingestRows = async (): Promise<BenchRow[]> => {
  const filled = fillCache({ brands: BRANDS, keywords: KEYWORDS, days: 5 })
  const { db } = openForWriting(filled.files, tables)
  try {
    db.cache.exec(PLAIN)
    const perBrand = filled.brandIds.map((brandId, brand) => ({ brandId, days: daysOf(brand) }))
    const brandAt = (round: number) => perBrand[Math.abs(round) % BRANDS] ?? { brandId: '', days: [] }
    const place = { slice: DEFAULT_SLICE, fetchedAtMs: 0 }
    const ms = await interleave(
      { rounds: 24, budgetMs: 20_000 },
      {
        clearA: () => clear(db),
        hand: (round) => insertByHand(db, 1000 + (Math.abs(round) % BRANDS), brandAt(round).days),
        clearB: () => clear(db),
        store: (round) => {
          const { brandId, days } = brandAt(round)
          for (const { day, items } of days)
            db.cache.transaction(() => storeDay(db, { ...place, brandId, day }, items))()
        },
        clearC: () => clear(db),
        bytes: (round) => {
          const { brandId, days } = brandAt(round)
          for (const { day, body } of days) ingestDay(db, { ...place, brandId, day, batch: round + 10, body })
        },
      },
    )
    const rows = DAYS * KEYWORDS
    const perSecond = (time: number) => Math.round((rows / time) * 1000)
    const against = 'a prepared INSERT in a loop, a row by keyword'
    const measured = { rowsPerSecond: perSecond(ms.store), handRowsPerSecond: perSecond(ms.hand) }
    return [
      judge({ name: 'history ingest, parsed rows', against, ratio: ms.hand / ms.store, atLeast: 1, measured }),
      judge({
        name: 'history ingest, from raw bytes',
        against,
        ratio: ms.hand / ms.bytes,
        atLeast: 0.5,
        measured: { rowsPerSecond: perSecond(ms.bytes), handRowsPerSecond: perSecond(ms.hand) },
      }),
    ]
  } finally {
    db.cache.close()
    db.core.close()
    filled.remove()
  }
}
