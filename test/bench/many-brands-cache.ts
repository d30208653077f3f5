// A desk of so many brands × 500 keywords × 50 days, with what Today, the matrix of permissions and the calendar list.
import { openForWriting } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import type { FilledCache, Scale } from './rank-cache.ts'
import { onFilled } from './support/plain-desk.ts'
import { addToday } from './today.ts'

export const MANY: Omit<Scale, 'brands'> = { keywords: 500, days: 50 }

const PINNED = 200

/** The next brand in the rail is then the next by number, whatever needs attention. */
const pinSome = ({ files, brandIds }: FilledCache): void => {
  const { db } = openForWriting(files, tables)
  const pin = db.core.prepare('UPDATE brand_here SET pinned = 1 WHERE brand_id = ?')
  for (const brandId of brandIds.slice(0, PINNED)) pin.run(brandId)
  db.cache.close()
  db.core.close()
}

/** Once in a folder that is kept. */
const prepare = (filled: FilledCache): void => {
  const { db } = openForWriting(filled.files, tables)
  const isDone = db.core.prepare('SELECT 1 FROM intent LIMIT 1').get() !== undefined
  db.cache.close()
  db.core.close()
  if (isDone) return
  const startedAt = performance.now()
  addToday(filled)
  pinSome(filled)
  console.log(`  and the rest of them in ${Math.round(performance.now() - startedAt)} ms`)
}

export const withMany = <Result>(brands: number, work: (filled: FilledCache) => Promise<Result>): Promise<Result> =>
  onFilled({ name: `many-brands-${brands}`, scale: { ...MANY, brands } }, (filled) => {
    prepare(filled)
    return work(filled)
  })
