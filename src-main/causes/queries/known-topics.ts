// Topics are matched by the texts of all keywords of a brand: a seventh of the work after a sync, in which few keywords are
// new. Kept on the thread that writes alone: only there is it known that numbers of removed keywords may be given again.
import { clusterPrints } from '../../clusters/public.ts'
import { keywordNumbering } from '../../rankings/public.ts'
import type { WritableDb } from '../../store/db.ts'
import type { Topic } from '../rules/topics.ts'
import { type Source, topicsIn } from './brand-inputs.ts'

/** Of more brands each would be dropped before it is asked for again. */
const BRANDS_KEPT = 500

type Known = {
  readonly numbering: object
  readonly print: string | undefined
  readonly keywords: Float64Array
  readonly topics: readonly Topic[]
}

const known = new Map<string, Known>()

const isSame = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** As `topicsIn`. `keywords` are kept: they are not of a room that the next brand is read into. */
export const keptTopics = (db: WritableDb, source: Source, keywords: Float64Array): readonly Topic[] => {
  const print = clusterPrints(db, [source.brandNo]).get(source.brandNo)
  const numbering = keywordNumbering(db.cache)
  const last = known.get(source.brandId)
  known.delete(source.brandId)
  const isKnown = last?.numbering === numbering && last.print === print && isSame(last.keywords, keywords)
  const topics = isKnown ? last.topics : topicsIn(db, source, keywords)
  known.set(source.brandId, { numbering, print, keywords, topics })
  for (const oldest of known.keys()) if (known.size > BRANDS_KEPT) known.delete(oldest)
  return topics
}
