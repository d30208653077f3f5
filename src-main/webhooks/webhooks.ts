// The room of webhooks, composed: the receiver, its deliveries, their effects and forwards, and the calls.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { SecretRing } from '../keychain/secret-ring.ts'
import type { ClockGuard } from '../settings/clock-guard.ts'
import type { Store } from '../store/store.ts'
import { createDeliveryBatches } from './delivery-batches.ts'
import { createEffects, type OnArticlesApplied } from './effects.ts'
import { createForwards } from './forwards.ts'
import { createWebhookHandlers } from './handlers.ts'
import { createReceiver } from './receiver.ts'
import { createRefusals } from './refusals.ts'
import { createHostCheck } from './request-head.ts'
import { createRetention } from './retention.ts'
import { createSecretBook } from './secret-book.ts'
import { createWebhookSecrets } from './secrets.ts'
import { createWebhookSettings } from './settings.ts'

export type WebhooksDeps = {
  readonly store: Store
  readonly brands: BrandBook
  readonly ring: SecretRing
  readonly clock: Clock
  readonly clockGuard: Pick<ClockGuard, 'deleteOld' | 'onTrusted'>
  readonly fetch: typeof fetch
  readonly random: () => number
  readonly emit: Emit
  readonly log: Log
  readonly onArticlesApplied: OnArticlesApplied
  /** Used instead of the stored port until another is set; 0: any free one. */
  readonly port: number | null
}

/** The brand of each path, updated when a brand is added or removed. */
const createSlugs = (brands: BrandBook) => {
  const read = () => new Map(brands.list().map(({ slug, id }) => [slug, id]))
  let bySlug = read()
  const stop = brands.onChange(() => {
    bySlug = read()
  })
  return { brandOf: (slug: string): string | null => bySlug.get(slug) ?? null, stop }
}

export const createWebhooks = async (deps: WebhooksDeps) => {
  const { store, brands, ring, clock, emit, log } = deps
  const onChanged = () => emit('changed', { brandIds: 'all', datasets: ['receiver'] })
  const settings = await createWebhookSettings(store)
  const secretBook = await createSecretBook({ store, clock, randomBytes })
  const secrets = createWebhookSecrets({ ring, book: secretBook, clock, randomBytes })
  const refusals = createRefusals({ store, clock, log, onChanged })
  const effects = createEffects(deps)
  const forwards = createForwards(deps)
  const retention = createRetention({
    ...deps,
    deleteOld: deps.clockGuard.deleteOld,
    retentionDays: () => settings.get().retentionDays,
    onPruned: () => emit('changed', { brandIds: 'all', datasets: ['deliveries'] }),
  })
  deps.clockGuard.onTrusted(retention.wake)
  const slugs = createSlugs(brands)
  const checkToken = randomBytes(24).toString('base64url')
  const receiver = createReceiver({
    rules: {
      isAllowedHost: createHostCheck(() => settings.get().allowedHosts),
      brandOfSlug: slugs.brandOf,
      match: secretBook.match,
    },
    clock,
    batches: createDeliveryBatches(store),
    onStored: effects.add,
    onRefused: refusals.add,
    onFailed: (error) => log.error({ err: error }, 'a delivery could not be kept'),
    checkToken,
    log,
    onMoved: onChanged,
  })

  let ownPort = deps.port
  let isReceiverWanted = false
  const listen = (): Promise<void> => {
    const { enabled, address, port } = settings.get()
    return receiver.move({ enabled: enabled && isReceiverWanted, address, port: ownPort ?? port })
  }
  const applySettings = async (isPortGiven: boolean): Promise<void> => {
    if (isPortGiven) ownPort = null
    retention.wake()
    await listen()
  }

  const room = { settings, receiver, secretBook, secrets, refusals, effects, forwards }
  const handlers = createWebhookHandlers({ store, brands, ...room, applySettings, checkToken, onChanged })
  return {
    handlers,
    /** Applies what was left undone when the desk ended and, where wanted, listens. */
    start: async (options: { isReceiverWanted: boolean }): Promise<void> => {
      isReceiverWanted = options.isReceiverWanted
      await effects.start().catch((error: unknown) => log.error({ err: error }, 'deliveries could not be matched'))
      if (!isReceiverWanted)
        return receiver.move({ ...settings.get(), port: ownPort ?? settings.get().port, enabled: false })
      refusals.start()
      retention.start()
      await forwards.start()
      await listen()
    },
    /** Deletes a brand's secrets everywhere, before the brand itself is removed. */
    forget: async (brandId: string): Promise<void> => {
      await secrets.forget(brandId)
      refusals.forget(brandId)
    },
    close: async (): Promise<void> => {
      slugs.stop()
      await receiver.close()
      await forwards.close()
      await effects.close()
      await retention.close()
      await refusals.close()
    },
  }
}
