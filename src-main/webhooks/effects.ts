// What follows from a stored delivery: the desk's own publish is confirmed, and shells are told. Done after the answer,
// in the order of arrival, and again at the next start where a crash cut it off; it is the same done twice.
import type { Delivery } from '../../src-shared/desk/webhooks.ts'
import { toInstant } from '../clock.ts'
import type { Emit } from '../desk.ts'
import type { Log } from '../log.ts'
import { deliveryId, type NewDelivery, type PublishedArticle } from '../store/queries/deliveries.ts'
import type { Store } from '../store/store.ts'

export type ArticlePublished = {
  readonly brandId: string
  readonly slug: string
  readonly deliveryId: string
  readonly receivedAtMs: number
}

/** Matches articles to the desk's own publishes: the intent that each confirmed. Idempotent on (brand, slug). */
export type OnArticlesPublished = (articles: readonly ArticlePublished[]) => Promise<(string | null)[]>

export type Effects = {
  readonly add: (no: number, delivery: NewDelivery) => void
  /** Applies one again. */
  readonly applyAgain: (delivery: Delivery) => Promise<void>
  /** Applies what the last end left undone. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type EffectsDeps = {
  readonly store: Store
  readonly emit: Emit
  readonly log: Log
  readonly onArticlesPublished: OnArticlesPublished
}

type Stored = { readonly no: number; readonly delivery: NewDelivery }

/** Effects gather this long, so that in a burst the disk is the senders' and not theirs. */
const GATHER_MS = 25
const TOGETHER_MAX = 500

const toArticle = ({ no, brandId, slug, receivedAtMs }: PublishedArticle): ArticlePublished => ({
  brandId,
  slug,
  deliveryId: deliveryId(no),
  receivedAtMs,
})

const isArticle = ({ delivery }: Stored): boolean => delivery.status === 'accepted' && delivery.slug !== null

const toDelivery = ({ no, delivery }: Stored, intentId: string | null): Delivery => ({
  id: deliveryId(no),
  brandId: delivery.brandId,
  receivedAt: toInstant(delivery.receivedAtMs),
  event: delivery.event,
  slug: delivery.slug,
  title: delivery.title,
  status: delivery.status,
  reason: delivery.reason,
  secretUsed: delivery.secretUsed,
  intentId,
  bytes: delivery.bytes,
})

export const createEffects = ({ store, emit, log, onArticlesPublished }: EffectsDeps): Effects => {
  let waiting: Stored[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  /** Confirms them and notes that they need not be applied again; the intents they confirmed, by number. */
  const apply = async (articles: readonly PublishedArticle[], through: number): Promise<Map<number, string>> => {
    const intentIds = articles.length === 0 ? [] : await onArticlesPublished(articles.map(toArticle))
    const matched = articles.flatMap(({ no }, at) => {
      const intentId = intentIds[at] ?? null
      return intentId === null ? [] : [{ no, intentId }]
    })
    await store.write('deliveries.applied', { through, matched })
    return new Map(matched.map(({ no, intentId }) => [no, intentId]))
  }

  const applyAll = async (batch: readonly Stored[]): Promise<void> => {
    const articles = batch.filter(isArticle).map(({ no, delivery }) => ({ ...delivery, no, slug: delivery.slug ?? '' }))
    const matched = await apply(articles, batch.at(-1)?.no ?? 0).catch((error: unknown) => {
      log.error({ err: error }, 'deliveries could not be matched; the next start does it again')
      return new Map<number, string>()
    })
    for (const stored of batch) {
      emit('webhooks.received', { delivery: toDelivery(stored, matched.get(stored.no) ?? null) })
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
    add: (no, delivery) => {
      waiting.push({ no, delivery })
      timer ??= setTimeout(() => void runNow(), GATHER_MS)
    },
    applyAgain: async ({ id, brandId, slug, receivedAt }) => {
      const article = { brandId, slug: slug ?? '', receivedAtMs: Date.parse(receivedAt), no: Number(id.slice(1)) }
      await apply([article], 0)
    },
    start: async () => {
      const left = await store.read('deliveries.unapplied', {})
      for (let at = 0; at < left.length; at += TOGETHER_MAX) {
        const articles = left.slice(at, at + TOGETHER_MAX)
        await apply(articles, articles.at(-1)?.no ?? 0)
      }
    },
    close: runNow,
  }
}
