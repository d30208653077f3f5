// What a reply of the CMS operations says of each article. `success`, `succeeded`, `failed` and `results` are read together:
// an item is confirmed or failed only if the reply says so and nothing in it speaks against that. The rest is unknown,
// because a person sends a failed article again, and what is out already would be published twice (decision 72).
import type { z } from 'zod'
import type { CmsReplySchema } from '../../../src-shared/service/cms.ts'
import { decoded } from '../../base/page-slugs.ts'
import { statedText } from '../../base/text.ts'
import type { BatchGroup } from '../../journal/kind.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'
import { type CmsResult, failureText, fieldsOf, type PublishingKind, type Verdict, verdictOf } from './read-result.ts'

export type CmsReply = z.output<typeof CmsReplySchema>
type Item = BatchGroup['items'][number]
type Outcome = Omit<ItemOutcome, 'item'>
/** `listed`: in the results, without a word on how it ended. */
type Found = { readonly verdict: Verdict | 'listed' | 'missing'; readonly result?: CmsResult; readonly why: string }

const DONE: Readonly<Record<PublishingKind, string>> = {
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  unpublish: 'unpublished',
}
const CONTRADICTION = 'The service’s reply contradicts itself.'
const NAMES_MAX = 3

const spelling = (slug: string): string =>
  decoded(slug)
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/^\/+|\/+$/g, '')

/** `no success, 1 succeeded, 0 failed, 2 results`. */
const saidOf = ({ success, succeeded, failed, results }: CmsReply): string =>
  [
    success === undefined ? [] : [success ? 'success' : 'no success'],
    succeeded === undefined ? [] : [`${succeeded} succeeded`],
    failed === undefined ? [] : [`${failed} failed`],
    results === undefined ? [] : [results.length === 1 ? '1 result' : `${results.length} results`],
  ]
    .flat()
    .join(', ')

const unknown = (kind: PublishingKind, reply: CmsReply, { why, result }: Pick<Found, 'why' | 'result'>): Outcome => ({
  state: 'unknown',
  reason: `It is unknown whether it was ${DONE[kind]}. ${why} The service said: ${saidOf(reply)}. Check it there, then choose under Activity whether it was done.`,
  result: result === undefined ? {} : fieldsOf(result),
})
const confirmed = (result?: CmsResult): Outcome => {
  return { state: 'confirmed', reason: null, result: result === undefined ? {} : fieldsOf(result) }
}
const failed = (reply: CmsReply, result?: CmsResult): Outcome => {
  const text = statedText(reply.error) ?? statedText(reply.message) ?? 'The service reports that it did nothing.'
  return result === undefined
    ? { state: 'failed', reason: text, result: {} }
    : { state: 'failed', reason: failureText(result) ?? text, result: fieldsOf(result) }
}

const isCount = (count: number | undefined, most: number): boolean =>
  count === undefined || (Number.isInteger(count) && count >= 0 && count <= most)

/** The counts alone can be true of so many articles. */
const arePossible = ({ succeeded, failed: failures }: CmsReply, count: number): boolean =>
  isCount(succeeded, count) && isCount(failures, count) && (succeeded ?? 0) + (failures ?? 0) <= count

/** Without a word to the contrary, nothing was done. */
const isNothingDone = ({ success, succeeded, failed: failures }: CmsReply, count: number): boolean =>
  success !== true &&
  (succeeded ?? 0) === 0 &&
  (failures === undefined || failures === count || (failures === 0 && success === false)) &&
  (success === false || succeeded === 0 || failures === count)

const isAllDone = ({ success, succeeded, failed: failures = 0 }: CmsReply, count: number): boolean =>
  success !== false && failures === 0 && (succeeded === undefined ? success === true : succeeded === count)

/** A reply without results counts for all articles; if only some failed, it does not say which. */
const outcomeOfAll = (kind: PublishingKind, reply: CmsReply, count: number): Outcome => {
  if (arePossible(reply, count) && isAllDone(reply, count)) return confirmed()
  if (arePossible(reply, count) && isNothingDone(reply, count)) return failed(reply)
  const isSome = arePossible(reply, count) && (reply.succeeded ?? 0) > 0 && (reply.succeeded ?? 0) < count
  return unknown(kind, reply, { why: isSome ? 'The service did not say which articles failed.' : CONTRADICTION })
}

const found = (
  kind: PublishingKind,
  { refId }: Item,
  results: readonly CmsResult[],
  strays: readonly CmsResult[],
): Found => {
  const [result, ...more] = results
  const twins = strays.filter(({ articleSlug }) => spelling(articleSlug) === spelling(refId))
  if (result !== undefined && more.length + twins.length > 0)
    return { verdict: 'unknown', result, why: 'The service’s results name it more than once.' }
  if (result !== undefined) {
    const verdict = verdictOf(kind, result)
    const why = result.status == null ? CONTRADICTION : `The service says "${result.status}" of it.`
    return { verdict, result, why }
  }
  if (strays.length === 0) return { verdict: 'missing', why: 'The service’s results do not include it.' }
  const [twin] = twins
  const names = strays.slice(0, NAMES_MAX).map(({ articleSlug }) => `"${articleSlug.slice(0, 200)}"`)
  const why = `The service’s results do not include it, but name ${names.join(', ')}.`
  // Its address is where a person looks.
  return twin !== undefined && twins.length === 1
    ? { verdict: 'unknown', result: twin, why }
    : { verdict: 'unknown', why }
}

/** An article that is listed without a status, next to what else the reply says. */
const settled = (one: Found, reply: CmsReply, count: number): Found => {
  const { result } = one
  if (one.verdict !== 'listed' || result === undefined) return one
  if (result.postId != null || result.postUrl != null || isAllDone(reply, count)) return { ...one, verdict: 'done' }
  if (isNothingDone(reply, count)) return { ...one, verdict: 'failed' }
  return { ...one, verdict: 'unknown', why: 'The service did not say which articles failed.' }
}

type Sums = { readonly count: number; readonly done: number; readonly failures: number }

/** Whether the counts of the reply can be true of what its results say. */
const isInAgreement = (reply: CmsReply, { count, done, failures }: Sums): boolean => {
  const { succeeded = done, failed: failedCount = failures } = reply
  return (
    arePossible(reply, count) &&
    succeeded >= done &&
    succeeded <= count - failures &&
    failedCount >= failures &&
    failedCount <= count - done
  )
}

/** `success` speaks against this result, and nothing else in the reply speaks for it. */
const isDenied = (verdict: Verdict, { success, succeeded, failed: failedCount }: CmsReply, sums: Sums): boolean => {
  const { count, done, failures } = sums
  const isCountedFailed = (failedCount ?? 0) > 0 || (succeeded ?? count) < count
  if (verdict === 'done') return success === false && failures === 0 && !isCountedFailed
  return success === true && done === 0 && !isCountedFailed
}

/** The results are all that was done, and the counts say that the rest failed. */
const isRestFailed = (reply: CmsReply, { count, done }: Sums): boolean =>
  isNothingDone(reply, count) ? done === 0 : reply.succeeded === done && reply.failed === count - done && done > 0

const outcomeOf = (kind: PublishingKind, one: Found, { reply, sums }: { reply: CmsReply; sums: Sums }): Outcome => {
  const { verdict, result } = one
  if (verdict === 'unknown' || verdict === 'listed') return unknown(kind, reply, one)
  if (verdict === 'missing') return isRestFailed(reply, sums) ? failed(reply) : unknown(kind, reply, one)
  if (isDenied(verdict, reply, sums)) return unknown(kind, reply, { ...one, why: CONTRADICTION })
  return verdict === 'done' ? confirmed(result) : failed(reply, result)
}

/** One outcome per item. A result belongs to the item whose slug it repeats exactly. */
export const readReply = (kind: PublishingKind, reply: CmsReply, items: readonly Item[]): ItemOutcome[] => {
  const { results } = reply
  const count = items.length
  if (results === undefined) {
    const outcome = outcomeOfAll(kind, reply, count)
    return items.map(({ item }) => ({ item, ...outcome }))
  }
  const bySlug = Map.groupBy(results, ({ articleSlug }) => articleSlug)
  const asked = new Set(items.map(({ refId }) => refId))
  const strays = results.filter(({ articleSlug }) => !asked.has(articleSlug))
  const all = items.map((item) => settled(found(kind, item, bySlug.get(item.refId) ?? [], strays), reply, count))
  const countOf = (wanted: Verdict) => all.filter(({ verdict }) => verdict === wanted).length
  const sums = { count, done: countOf('done'), failures: countOf('failed') }
  const isAgreed = isInAgreement(reply, sums)
  return items.map(({ item }, index) => {
    const one = all[index] ?? { verdict: 'unknown', why: CONTRADICTION }
    if (isAgreed || one.verdict === 'unknown') return { item, ...outcomeOf(kind, one, { reply, sums }) }
    return { item, ...unknown(kind, reply, { ...one, why: CONTRADICTION }) }
  })
}
