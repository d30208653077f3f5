// What was worked out of a brand's articles stays in memory, slug by slug: a brand may have tens of thousands, and a delivery
// changes one. Exact: `article_change` names each slug of which a row changed since, by any thread. It is asked before the
// rows are read, so a change in between is read again the next time.
import type { Database } from 'better-sqlite3'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** Of all brands together: some 30 MB. */
const SLUGS_MAX = 60_000
/** From here on one pass over all rows is cheaper. */
const CHANGED_MAX = 1000

const NEWEST = 'SELECT max(no) FROM article_change WHERE brand_id = ?'
const BRAND = "SELECT no FROM article_change WHERE brand_id = ? AND slug = ''"
const CHANGED = 'SELECT slug FROM article_change WHERE brand_id = ? AND no > ? ORDER BY no LIMIT ?'

type Kept<Value> = {
  changeNo: number
  /** Drops all when it differs. */
  readonly key: string
  nowMs: number
  readonly bySlug: Map<string, Value>
  /** A new one whenever a slug changed. */
  values: readonly Value[]
}

type Args = { readonly brandId: string; readonly nowMs: number }
type Options<Value> = {
  /** All slugs of the brand, or these. */
  readonly load: (db: ReadableDb, args: Args & { readonly slugs?: readonly string[] }) => ReadonlyMap<string, Value>
  /** Times from which on the value is another one, though no row changed. */
  readonly turnsOf?: (value: Value) => readonly number[]
  /** What else the values were made of. */
  readonly keyOf?: (db: ReadableDb, brandId: string) => string
}

const update = <Value>(kept: Kept<Value>, slugs: readonly string[], found: ReadonlyMap<string, Value>): void => {
  for (const slug of slugs) {
    const value = found.get(slug)
    if (value === undefined) kept.bySlug.delete(slug)
    else kept.bySlug.set(slug, value)
  }
  if (slugs.length > 0) kept.values = [...kept.bySlug.values()]
}

/** The last one used stays longest. The newest stays also where it is too large alone. */
const keep = <Value>(all: Map<string, Kept<Value>>, brandId: string, kept: Kept<Value>): void => {
  all.delete(brandId)
  all.set(brandId, kept)
  let slugs = 0
  for (const one of all.values()) slugs += one.bySlug.size
  for (const [id, one] of all) {
    if (slugs <= SLUGS_MAX || id === brandId) return
    all.delete(id)
    slugs -= one.bySlug.size
  }
}

/** The clock may also have been set back. */
const turned = <Value>({ bySlug, nowMs }: Kept<Value>, turnsOf: (value: Value) => readonly number[], atMs: number) => {
  const slugs: string[] = []
  if (nowMs === atMs) return slugs
  for (const [slug, value] of bySlug)
    if (turnsOf(value).some((turnMs) => turnMs < nowMs !== turnMs < atMs)) slugs.push(slug)
  return slugs
}

/** The values of a brand's slugs, in no order. Nothing is kept of a file that was opened again, as after a restore. */
export const createKeptArticles = <Value>({ load, turnsOf = () => [], keyOf = () => '' }: Options<Value>) => {
  const ofFile = new WeakMap<Database, Map<string, Kept<Value>>>()
  return (db: ReadableDb, args: Args): readonly Value[] => {
    // What a writer has not committed may be undone, and its numbers come again.
    if (db.core.inTransaction && !db.core.readonly) return [...load(db, args).values()]
    const { brandId, nowMs } = args
    const all = ofFile.get(db.core) ?? new Map<string, Kept<Value>>()
    ofFile.set(db.core, all)
    const numberOf = (sql: string) => prepared<number | null>(db.core, sql).pluck().get(brandId) ?? 0
    const changeNo = numberOf(NEWEST)
    const key = `${numberOf(BRAND)} ${keyOf(db, brandId)}`
    const kept = all.get(brandId)
    if (kept !== undefined && kept.key === key) {
      const since = [brandId, kept.changeNo, CHANGED_MAX + 1]
      const changed =
        changeNo === kept.changeNo
          ? []
          : prepared<string>(db.core, CHANGED)
              .pluck()
              .all(...since)
      const slugs = [...new Set([...changed, ...turned(kept, turnsOf, nowMs)])]
      if (slugs.length <= CHANGED_MAX) {
        if (slugs.length > 0) update(kept, slugs, load(db, { ...args, slugs }))
        keep(all, brandId, Object.assign(kept, { changeNo, nowMs }))
        return kept.values
      }
    }
    const bySlug = new Map(load(db, args))
    const values = [...bySlug.values()]
    keep(all, brandId, { changeNo, key, nowMs, bySlug, values })
    return values
  }
}
