// Finding people at sites, 50 per request. Each item's refId is a prospect's id; its payload holds what the cache
// knew of it before: `contacts`, `refunded`, `price` (0: it is not sent), `wasFinding`, `domain`, `skip` (why it would most likely be skipped).

import type { z } from 'zod'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { FindPeopleBodySchema, type FindPeopleReplySchema } from '../../src-shared/service/outreach.ts'
import { statedText } from '../base/text.ts'
import { FINDING_PEOPLE } from '../credits/rules/find-people-skips.ts'
import { noCredits, overcharge, withRefusals } from '../credits/rules/spending.ts'
import { type BatchGroup, type BatchItem, defineKind, type JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import { readProspects } from './listing-pages.ts'

type Reply = z.output<typeof FindPeopleReplySchema>

const CHARGE_UNKNOWN = 'The answer was lost, but the site is being searched. The charge is unknown.'
const NO_REASON = 'The service skipped it and did not say why.'
const MISMATCH = "The service's numbers do not add up: it may or may not search this site."

const domainOf = ({ payload }: BatchItem): ItemOutcome['result'] =>
  typeof payload.domain === 'string' ? { domain: payload.domain } : {}

/** Shares of a whole number of credits that add up to it again; the first ones take what is left over. */
const shareOf = (total: number, count: number, index: number): number => {
  const share = Math.floor(total / count)
  return index < total - share * count ? share + 1 : share
}

const isWhole = ({ enqueuedCount, enqueuedProspectIds, skipped }: Reply, { items }: BatchGroup): boolean => {
  const named = new Set(enqueuedProspectIds)
  const enqueued = items.filter(({ refId }) => named.has(refId)).length
  return enqueued === enqueuedCount && enqueued === named.size && enqueued + skipped === items.length
}

/** What does not add up in the reply; null where all does. */
const mismatchOf = (reply: Reply, group: BatchGroup): string | null =>
  isWhole(reply, group)
    ? null
    : `The service's numbers do not add up: of ${group.items.length} sites it took ${reply.enqueuedCount} (and named ${reply.enqueuedProspectIds.length}) and skipped ${reply.skipped}.`

const problemOf = (reply: Reply, group: BatchGroup): string | null => {
  const problems = [mismatchOf(reply, group), overcharge(reply.creditsCharged, group)].filter((one) => one !== null)
  return problems.length === 0 ? null : problems.join(' ')
}

/** One outcome an item; the shares of what the call was charged add up to it. */
export const outcomesOf = (reply: Reply, group: BatchGroup): ItemOutcome[] => {
  const { items } = group
  const named = new Set(reply.enqueuedProspectIds)
  const enqueued = items.filter(({ refId }) => named.has(refId))
  const carriers = enqueued.length > 0 ? enqueued : items.slice(0, 1)
  const chargeOf = (item: BatchItem): ItemOutcome['result'] => {
    const index = carriers.indexOf(item)
    return index < 0 ? {} : { creditsCharged: shareOf(reply.creditsCharged, carriers.length, index) }
  }
  return items.map((item): ItemOutcome => {
    const result = { ...domainOf(item), ...chargeOf(item) }
    if (named.has(item.refId)) return { item: item.item, state: 'confirmed', reason: null, result }
    if (!isWhole(reply, group)) return { item: item.item, state: 'unknown', reason: MISMATCH, result }
    const reason = statedText(item.payload.skip) ?? statedText(reply.reason) ?? statedText(reply.message) ?? NO_REASON
    return { item: item.item, state: 'skipped', reason, result }
  })
}

const termsOf = (terms: unknown): { terms?: string[] } =>
  Array.isArray(terms) ? { terms: FindPeopleBodySchema.shape.terms.parse(terms) ?? [] } : {}

export const findPeopleKind = (deps: {
  readonly client: Pick<ServiceClient, 'request'>
  readonly store: Pick<Store, 'read'>
}): JournalKind => {
  const { client, store } = deps

  /**
   * A site that is searched now and was not before, and that no other action of the desk searches: this call did it. Of
   * others the listing says nothing.
   */
  const reconcile: JournalKind['reconcile'] = async ({ intentId, brandId, items }, { signal }) => {
    const prospects = await readProspects(client, { brandId, signal })
    const searched = new Set(prospects.filter(({ status }) => status === FINDING_PEOPLE).map(({ id }) => id))
    const prospectIds = items.map(({ refId }) => refId)
    const elsewhere = new Set(await store.read('outreach.searchedElsewhere', { intentId, brandId, prospectIds }))
    const isOurs = (id: string) => searched.has(id) && !elsewhere.has(id)
    return items
      .filter(({ refId, payload }) => isOurs(refId) && payload.wasFinding === false)
      .map((item) => ({ item: item.item, state: 'confirmed', reason: CHARGE_UNKNOWN, result: domainOf(item) }))
  }

  const kind = defineKind({
    operation: 'outreach.findPeople',
    itemsPerBatch: LIMITS.findPeopleProspectsMax,
    request: ({ details, items }) => ({
      body: { prospectIds: items.map(({ refId }) => refId), ...termsOf(details.terms) },
    }),
    outcomes: (reply, group) => ({ outcomes: outcomesOf(reply, group), problem: problemOf(reply, group) }),
    waitsForKey: true,
    reconcile,
  })
  return withRefusals(kind, async (error) => noCredits(error))
}
