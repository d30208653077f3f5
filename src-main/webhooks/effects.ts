// What follows from a stored delivery: the desk's own publish is confirmed, and shells are told. Done after the answer,
// in the order of arrival, and again at the next start where a crash cut it off; it is the same done twice.
import type { Delivery } from '../../src-shared/desk/webhooks.ts'
import type { Clock } from '../clock.ts'
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

/** Matches an article to the desk's own publish and says which intent it confirmed; idempotent on (brand, slug). */
export type OnArticlePublished = (article: ArticlePublished) => Promise<string | null>

export type Effects = {
  readonly add: (no: number, delivery: NewDelivery) => void
  /** Applies one again; the intent it confirmed. */
  readonly applyAgain: (delivery: Delivery) => Promise<string | null>
  /** Applies what the last end left undone. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type EffectsDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly onArticlePublished: OnArticlePublished
}

/** The note of how far they are applied may lag: what it misses is applied twice at worst. */
const NOTE_EVERY_MS = 500

const toDelivery = (
  no: number,
  { headers, body, path, ...delivery }: NewDelivery,
  intentId: string | null,
): Delivery => ({
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

export const createEffects = ({ store, clock, emit, log, onArticlePublished }: EffectsDeps): Effects => {
  const queue: { no: number; delivery: NewDelivery }[] = []
  const ending = new AbortController()
  let through = 0
  let matched: { no: number; intentId: string }[] = []
  let running: Promise<void> | undefined
  let noting: Promise<void> | undefined

  const apply = async ({ no, brandId, slug, receivedAtMs }: PublishedArticle): Promise<string | null> => {
    try {
      return await onArticlePublished({ brandId, slug, deliveryId: deliveryId(no), receivedAtMs })
    } catch (error) {
      log.error({ err: error, brandId }, 'a published article could not be matched')
      return null
    }
  }

  const note = async (): Promise<void> => {
    const taken = { through, matched }
    matched = []
    through = 0
    await store.write('deliveries.applied', taken).catch((error: unknown) => {
      through = Math.max(through, taken.through)
      matched = [...taken.matched, ...matched]
      log.warn({ err: error }, 'what was applied could not be noted')
    })
  }

  const noteSoon = (): void => {
    noting ??= clock
      .sleep(NOTE_EVERY_MS, ending.signal)
      .catch(() => undefined)
      .then(() => {
        noting = undefined
        return note()
      })
  }

  const settle = async (no: number, delivery: NewDelivery): Promise<void> => {
    const isArticle = delivery.status === 'accepted' && delivery.slug !== null
    const intentId = isArticle ? await apply({ ...delivery, no, slug: delivery.slug ?? '' }) : null
    through = Math.max(through, no)
    if (intentId !== null) {
      matched.push({ no, intentId })
      await note() // before shells ask for the row
    } else noteSoon()
    emit('webhooks.received', { delivery: toDelivery(no, delivery, intentId) })
  }

  const run = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await settle(next.no, next.delivery)
    running = undefined
  }

  return {
    add: (no, delivery) => {
      queue.push({ no, delivery })
      running ??= run()
    },
    applyAgain: async ({ id, brandId, slug, receivedAt }) => {
      const receivedAtMs = Date.parse(receivedAt)
      const no = Number(id.slice(1))
      const intentId = await onArticlePublished({ brandId, slug: slug ?? '', deliveryId: id, receivedAtMs })
      if (intentId !== null) await store.write('deliveries.applied', { through: 0, matched: [{ no, intentId }] })
      return intentId
    },
    start: async () => {
      for (const article of await store.read('deliveries.unapplied', {})) {
        const intentId = await apply(article)
        if (intentId !== null) matched.push({ no: article.no, intentId })
        through = Math.max(through, article.no)
      }
      if (through > 0) await note()
    },
    close: async () => {
      ending.abort()
      await running
      await noting
      if (through > 0) await note()
    },
  }
}
