// How the journal queues and unsends pitches.
import { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { type Clock, DAY_MS } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { hereLabel } from '../composing/findings.ts'
import { type BatchGroup, type BatchItem, type BatchResult, defineKind, type JournalKind } from '../journal/kind.ts'
import type { ResultFields } from '../journal/rules/model.ts'
import { readContacts } from '../prospects/listing-pages.ts'
import { readContactsByIds } from '../prospects/public.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import type { OutboxReader } from './outbox-read.ts'
import { createOutboxState, isRead } from './outbox-state.ts'
import type { OutboxTrace } from './queries/outbox-rows.ts'
import { createQueueOutcomes } from './queue-outcomes.ts'
import { createRetryCheck, type RefusedRetry } from './retry.ts'
import { contactIdsOf, pitchOf, toPayload } from './rules/pitch.ts'
import { linkConversations, othersDoing, RECHECK_MS, reconcileUnknown } from './rules/reconcile.ts'
import type { KnownContacts, SentPitch } from './rules/trace.ts'
import { type ListedConversations, reconcileUnqueued, type TakenBack, unqueueOutcomes } from './rules/unqueue-trace.ts'
import { withoutForeign } from './skip-foreign.ts'
import { withSuppressions } from './suppressed-pitches.ts'

const SAVED_EVERY_MS = 10_000
/** A longer spacing is not plausible. */
const SPACING_MAX_MS = 30 * DAY_MS

/** Stores the spacing that the service reports for a brand, for estimates; not for every batch of a long intent. */
export const createPaceNotes = (deps: {
  readonly store: Pick<Store, 'write'>
  readonly nowMs: () => number
  readonly log: Log
}) => {
  const { store, nowMs, log } = deps
  const saved = new Map<string, { readonly spacingMs: number; readonly atMs: number }>()
  return {
    note: (brandId: string, spacingMs: number): void => {
      if (!(spacingMs >= 0 && spacingMs <= SPACING_MAX_MS)) return
      const atMs = nowMs()
      const last = saved.get(brandId)
      if (last?.spacingMs === spacingMs && Math.abs(atMs - last.atMs) < SAVED_EVERY_MS) return
      saved.set(brandId, { spacingMs, atMs })
      store.write('outreach.savePace', { brandId, spacingMs, atMs }).catch((error: unknown) => {
        log.warn({ err: error, brandId }, 'the spacing of pitches was not stored')
      })
    },
  }
}

export type PitchKindsDeps = Pick<RoomParts, 'store' | 'log'> & {
  readonly client: Pick<ServiceClient, 'request'>
  readonly book: Pick<BrandBook, 'find'>
  readonly outbox: OutboxReader
  readonly clock: Pick<Clock, 'now'>
  /** Aborted when the desk closes. */
  readonly closing: AbortSignal
}

const DetailsSchema = z.object({ sendNow: z.boolean().optional(), sendingAccountId: z.string().optional() })

const sentOf = ({ item, payload }: BatchItem): SentPitch => ({ item, ...pitchOf(payload) })

const takenOf = ({ item, payload, result }: BatchItem & { readonly result?: ResultFields }): TakenBack => ({
  item,
  conversationId: String(payload.conversationId),
  wasKnown: payload.wasKnown === true,
  isDisputed: result?.isDisputed === true,
})

const PACED = 'The service did not send the pitch now: it is queued and paced.'

/** What was to be sent now is shown as sent now, or as paced, only as the service says. */
const withSentNow = ({ outcomes, problem }: BatchResult, sentNow: boolean | undefined): BatchResult => {
  if (sentNow === undefined) return { outcomes, problem }
  const withTime = outcomes.map((one) =>
    one.state === 'confirmed' ? { ...one, result: { ...one.result, sentNow } } : one,
  )
  const isPaced = !sentNow && withTime.some(({ state }) => state === 'confirmed')
  return { outcomes: withTime, problem: problem ?? (isPaced ? PACED : null) }
}

export const createPitchKinds = ({ store, client, book, outbox, clock, log, closing }: PitchKindsDeps) => {
  const nowMs = clock.now
  const pace = createPaceNotes({ store, nowMs, log })
  const checkRetry = createRetryCheck({ store, outbox })
  const { waitingContacts } = createOutboxState({ store, clock })

  /** Current outbox rows of the contacts of these pitches. */
  const rowsFor = async (
    brandId: string,
    items: readonly SentPitch[],
    signal: AbortSignal,
  ): Promise<readonly OutboxTrace[]> => {
    await outbox.read(brandId, signal)
    return store.read('outbox.ofContacts', { brandId, ids: contactIdsOf(items) })
  }

  const knownContacts = async (brandId: string, items: readonly SentPitch[]): Promise<KnownContacts> => {
    if (!(await isRead(store, brandId, 'contacts'))) return null
    const found = await readContactsByIds(store, { brandId, ids: contactIdsOf(items) })
    return new Map(found.map(({ id, email }) => [id, { email }]))
  }

  const queueOutcomes = createQueueOutcomes({
    readRows: rowsFor,
    readContacts: async (brandId, signal) => {
      const contacts = await readContacts(client, { brandId, signal })
      return new Map(contacts.map(({ id, email }) => [id, { email: email ?? null }]))
    },
    knownContacts,
    log,
  })

  /** Pitches whose contact has another waiting pitch here. */
  const waitingHere = async (brandId: string, items: readonly SentPitch[]): Promise<RefusedRetry[]> => {
    const waiting = await waitingContacts(brandId, contactIdsOf(items))
    return items.flatMap(({ item, prospectEmailId = '' }) => {
      const { subject, here } = waiting.get(prospectEmailId) ?? { subject: null }
      if (here === undefined) return []
      const named = subject === null ? '' : ` ("${subject}")`
      return [{ item, reason: `Another pitch for this contact${named} ${hereLabel(here, nowMs())}. Cancel one.` }]
    })
  }

  const queue: JournalKind = defineKind({
    operation: 'outreach.queue',
    itemsPerBatch: LIMITS.queueItemsMax,
    waitsForKey: true,
    isSend: true,
    recheckAfterMs: RECHECK_MS,
    request: ({ details, items }) => ({
      body: {
        items: items.map(({ payload }) => {
          const { prospectEmailId, subject, body } = pitchOf(payload)
          return { prospectEmailId, subject, body }
        }),
        ...DetailsSchema.parse(details),
      },
    }),
    outcomes: async (reply, { brandId, items, details }, { signal }) => {
      if (reply.spacingMs !== undefined) pace.note(brandId, reply.spacingMs)
      const result = await queueOutcomes(reply, { brandId, items: items.map(sentOf) }, signal)
      return details.sendNow === true ? withSentNow(result, reply.sendNow) : result
    },
    reconcile: async ({ brandId, items, intentId }, options) => {
      const doubtful = items.map((item) => ({ ...sentOf(item), result: item.result }))
      const rows = await rowsFor(brandId, doubtful, options.signal)
      const pitches = await store.read('outreach.otherPitches', { intentId, ids: contactIdsOf(doubtful) })
      return reconcileUnknown(doubtful, rows, { others: othersDoing(pitches), nowMs: options.nowMs })
    },
    beforeRetry: async ({ brandId, details, items }) => {
      const group = { brandId, items: items.map(sentOf), sendNow: details.sendNow === true }
      const { refused, knownNow } = await checkRetry(group, closing)
      const isRefused = new Set(refused.map(({ item }) => item))
      const here = (await waitingHere(brandId, group.items)).filter(({ item }) => !isRefused.has(item))
      const payloads = items.map(({ item, payload }) => {
        const pitch = pitchOf(payload)
        return [item, toPayload(pitch, knownNow(pitch.prospectEmailId ?? ''))] as const
      })
      return { refused: [...refused, ...here], payloads: new Map(payloads) }
    },
    afterAll: async ({ brandId, items }, { signal }) => {
      const sent = items.map((item) => ({ ...sentOf(item), isUnlisted: item.result.isUnlisted === true }))
      return linkConversations(sent, await rowsFor(brandId, sent, signal))
    },
  })

  const listed = async (
    brandId: string,
    items: readonly TakenBack[],
    signal: AbortSignal,
  ): Promise<ListedConversations> => {
    await outbox.read(brandId, signal)
    const rows = await store.read('outbox.conversations', {
      brandId,
      ids: items.map(({ conversationId }) => conversationId),
    })
    return new Map(rows.map(({ conversationId, isWaiting }) => [conversationId, isWaiting]))
  }

  const unqueue: JournalKind = defineKind({
    operation: 'outreach.unqueue',
    itemsPerBatch: LIMITS.queueItemsMax,
    waitsForKey: true,
    request: ({ items }) => ({ body: { conversationIds: items.map((item) => takenOf(item).conversationId) } }),
    outcomes: async (reply, group, { signal }): Promise<BatchResult> => {
      const items = group.items.map((item) => takenOf(item))
      const isAllRemoved = reply.removed === items.length && reply.skipped === 0
      return unqueueOutcomes(reply, items, isAllRemoved ? null : await listed(group.brandId, items, signal))
    },
    reconcile: async ({ brandId, items }, { signal }) => {
      const taken = items.map((item) => takenOf(item))
      return reconcileUnqueued(taken, await listed(brandId, taken, signal))
    },
    afterAll: async ({ brandId }, { signal }) => {
      await outbox.read(brandId, signal)
      return []
    },
  })

  /** Checked again under the mutex: another pitch may have been stored since `beforeRetry`. */
  const assertNoneWaits = async ({ brandId, items }: BatchGroup): Promise<void> => {
    const [first] = await waitingHere(brandId, items.map(sentOf))
    if (first === undefined) return
    throw new DeskError('conflict', `${first.reason} Nothing was sent.`, {
      brandId,
      issues: [{ path: `items.${first.item}`, message: first.reason }],
    })
  }

  return {
    queue: withoutForeign(withSuppressions({ ...queue, assertMayRetry: assertNoneWaits }, store), {
      store,
      brandName: (brandId) => book.find(brandId)?.name,
    }),
    unqueue,
  } satisfies Record<string, JournalKind>
}
