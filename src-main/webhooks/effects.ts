// What follows from a stored delivery: the desk's own publish is confirmed, and shells are notified. Done after the answer,
// in the order of arrival, and repeated at the next start after a crash; doing it twice changes nothing.
import type { Delivery } from '../../src-shared/desk/webhooks.ts'
import { toInstant } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import { type ArticleConfirmed, deliveryId, type NewDelivery, type PublishedArticle } from './queries/deliveries.ts'

/** Notifies what the articles confirmed; the store has it already. */
export type OnArticlesApplied = (articles: readonly PublishedArticle[], confirmed: readonly ArticleConfirmed[]) => void

export type EffectsDeps = {
  readonly store: Store
  readonly emit: Emit
  readonly log: Log
  readonly onArticlesApplied: OnArticlesApplied
}

type Stored = { readonly no: number; readonly delivery: NewDelivery }

/** Effects are collected this long, so that in a burst the disk serves the senders first. */
const GATHER_MS = 25
/** At most this many in one transaction, so that no delivery waits long behind it. */
const TOGETHER_MAX = 250

const isArticle = ({ delivery }: Stored): boolean => delivery.status === 'accepted' && delivery.slug !== null

const toArticle = ({ no, delivery: { brandId, slug, receivedAtMs } }: Stored): PublishedArticle => ({
  no,
  brandId,
  slug: slug ?? '',
  receivedAtMs,
})

const toDelivery = ({ no, delivery }: Stored, intentId: string | null): Delivery => {
  const { receivedAtMs, path: _, headers: __, body: ___, ...rest } = delivery
  return { id: deliveryId(no), receivedAt: toInstant(receivedAtMs), ...rest, intentId }
}

export const createEffects = ({ store, emit, log, onArticlesApplied }: EffectsDeps) => {
  // Thousands a second may come, and none of these fields can hold a secret.
  const deliveryLog = log.child({}, { redact: [] })
  let waiting: Stored[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  /** Some were not applied: the mark stays before them, so that the next start applies them. */
  let isMarkHeld = false
  let isClosed = false

  /** Returns the confirmed intents by the delivery's number. */
  const apply = async (articles: readonly PublishedArticle[], through: number): Promise<Map<number, string>> => {
    const confirmed = await store.write('deliveries.apply', { articles, through: isMarkHeld ? 0 : through })
    onArticlesApplied(articles, confirmed)
    const matched = articles.map(({ no }, at) => [no, confirmed[at]?.intentId ?? null] as const)
    return new Map(matched.filter((pair): pair is [number, string] => pair[1] !== null))
  }

  const applyAll = async (batch: readonly Stored[]): Promise<void> => {
    const articles = batch.filter(isArticle).map(toArticle)
    const matched = await apply(articles, batch.at(-1)?.no ?? 0).catch((error: unknown) => {
      isMarkHeld = true
      log.error({ err: error }, 'deliveries could not be matched; the next start does it again')
      return new Map<number, string>()
    })
    for (const stored of batch) {
      const delivery = toDelivery(stored, matched.get(stored.no) ?? null)
      const { id, brandId, status, bytes, intentId } = delivery
      // The sender chose all other fields.
      deliveryLog.info(
        { deliveryId: id, brandId, status, bytes, ...(intentId === null ? {} : { intentId }) },
        'delivery',
      )
      emit('webhooks.received', { delivery })
    }
  }

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, TOGETHER_MAX)
      waiting = waiting.slice(TOGETHER_MAX)
      await applyAll(batch)
    }
  }
  const runNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(run)
    return running
  }

  return {
    add: (no: number, delivery: NewDelivery): void => {
      if (isClosed) return // stored during closing: the next start applies it
      waiting.push({ no, delivery })
      timer ??= setTimeout(() => void runNow(), GATHER_MS)
    },
    /** Applies one again. */
    reapply: async ({ id, brandId, slug, receivedAt }: Delivery): Promise<void> => {
      const article = { brandId, slug: slug ?? '', receivedAtMs: Date.parse(receivedAt), no: Number(id.slice(1)) }
      await apply([article], 0)
    },
    /** Applies what was left undone when the desk ended. */
    start: async (): Promise<void> => {
      const left = await store.read('deliveries.unapplied', {})
      for (let at = 0; at < left.length; at += TOGETHER_MAX) {
        const articles = left.slice(at, at + TOGETHER_MAX)
        await apply(articles, articles.at(-1)?.no ?? 0)
      }
    },
    close: (): Promise<void> => {
      isClosed = true
      return runNow()
    },
  }
}
export type Effects = ReturnType<typeof createEffects>
