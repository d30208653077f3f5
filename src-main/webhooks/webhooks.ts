// The room of webhooks, composed: the receiver, its deliveries, their effects and forwards, and the calls.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { GetDispatcher } from '../base/dispatcher.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { SecretRing } from '../keychain/secret-ring.ts'
import type { RoomParts } from '../room.ts'
import type { ClockGuard } from '../settings/clock-guard.ts'
import { isDamage, type StoreNotice } from '../store/rpc.ts'
import { createEffects, type OnArticlesApplied } from './effects.ts'
import { createForwards } from './forwards.ts'
import { createWebhookHandlers } from './handlers.ts'
import { createReceiver } from './receiver.ts'
import type { ReceiverRules } from './receiver-messages.ts'
import { createRefusals } from './refusals.ts'
import { createRetention } from './retention.ts'
import { createSecretBook } from './secret-book.ts'
import { createWebhookSecrets } from './secrets.ts'
import { createWebhookSettings } from './settings.ts'

// Arrivals are on disk in the WAL of inbox.db. Another thread moves them into the file, and only once there are many: a
// checkpoint syncs the disk, and commits that somebody waits for wait beside it.

const CHECKPOINT_BYTES = 4 * 1024 * 1024

/** Where `checkpoint` fails, the next growth tries it again. */
const createInboxCheckpoints = (checkpoint: () => Promise<unknown>) => {
  let bytes = 0
  let isRunning = false
  return {
    noteGrowth: (by: number): void => {
      bytes += by
      if (isRunning || bytes < CHECKPOINT_BYTES) return
      isRunning = true
      bytes = 0
      const end = () => {
        isRunning = false
      }
      checkpoint().then(end, end)
    },
  }
}

export type WebhooksDeps = RoomParts & {
  readonly brands: BrandBook
  readonly ring: SecretRing
  /** Whether the clock says the time that the desk goes by: in a team, the server's. */
  readonly isTimeKnown: () => boolean
  /** Called when it does, and when it was set. */
  readonly onTime: (listener: () => void) => void
  readonly clockGuard: Pick<ClockGuard, 'deleteOld' | 'onTrusted'>
  readonly getDispatcher: GetDispatcher
  readonly random: () => number
  readonly onArticlesApplied: OnArticlesApplied
  /** Used instead of the stored port until another is set; 0: any free one. */
  readonly port: number | null
  readonly inboxFile: string
  /** The entry of the receiver's thread. */
  readonly workerUrl: URL
  readonly notify: (notice: Pick<StoreNotice, 'level' | 'title' | 'message'>) => void
}

const AHEAD_MS_MIN = 1000

/** How the receiver's thread tells the desk's time. The computer's own clock needs no help. */
const clockFor = ({ cell, now }: Clock): ReceiverRules['clock'] => {
  const aheadMs = now() - Date.now()
  return { cell, aheadMs: Math.abs(aheadMs) < AHEAD_MS_MIN ? 0 : aheadMs }
}

export const createWebhooks = async (deps: WebhooksDeps) => {
  const { store, brands, ring, clock, emit, log } = deps
  const onChanged = () => emit('changed', { brandIds: 'all', datasets: ['receiver'] })
  const settings = await createWebhookSettings(store)
  const checkToken = randomBytes(24).toString('base64url')
  const secretBook = await createSecretBook({ store, clock, randomBytes, onChange: () => receiver.applyRules() })
  const secrets = createWebhookSecrets({ ring, book: secretBook, clock, randomBytes })
  const effects = createEffects(deps)
  const checkpoints = createInboxCheckpoints(() => store.write('inbox.checkpoint', {}))
  const receiver = createReceiver({
    workerUrl: deps.workerUrl,
    inboxFile: deps.inboxFile,
    rules: () => ({
      ...secretBook.hashes(),
      brands: brands.list().map(({ id, slug }) => ({ id, slug })),
      allowedHosts: settings.get().allowedHosts,
      checkToken,
      clock: clockFor(clock),
    }),
    onStored: (bytes) => {
      checkpoints.noteGrowth(bytes)
      effects.noteArrivals()
    },
    onFailed: ({ message, code }) => {
      const error = Object.assign(new Error(message), { code })
      log.error({ err: error }, 'a delivery could not be kept')
      if (isDamage(error)) void store.repair().catch(() => undefined)
    },
    log,
    notify: deps.notify,
    onMoved: onChanged,
  })
  store.setInboxHolder(receiver.holder)
  const stopFollowingBrands = brands.onChange(() => void receiver.applyRules())
  const refusals = createRefusals({ store, clock, log, take: receiver.takeRefusals, onChanged })
  const forwards = createForwards(deps)
  const retention = createRetention({
    ...deps,
    deleteOld: deps.clockGuard.deleteOld,
    retentionDays: () => settings.get().retentionDays,
    onPruned: () => emit('changed', { brandIds: 'all', datasets: ['deliveries'] }),
  })
  deps.clockGuard.onTrusted(retention.wake)
  deps.onTime(() => {
    retention.wake()
    void receiver.applyRules() // they have the time
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
    await receiver.applyRules()
    await listen()
  }

  const room = { settings, receiver, secretBook, secrets, refusals, effects, forwards }
  const onProvidersChanged = (brandId: string): void =>
    emit('changed', { brandIds: [brandId], datasets: ['receiver', 'articles'] })
  const handlers = createWebhookHandlers({
    ...{ store, brands, ...room, applySettings, checkToken },
    ...{ onChanged, onProvidersChanged },
  })
  return {
    handlers,
    /** Applies what was left undone when the desk ended and, where wanted, listens. */
    start: async (options: { isReceiverWanted: boolean }): Promise<void> => {
      isReceiverWanted = options.isReceiverWanted
      await effects.start()
      if (!isReceiverWanted)
        return receiver.move({ ...settings.get(), port: ownPort ?? settings.get().port, enabled: false })
      refusals.start()
      retention.start()
      await forwards.start()
      void listen() // calls that need it wait for it
    },
    /** Deletes a brand's secrets everywhere, before the brand itself is removed. */
    forget: secrets.forget,
    hasThread: receiver.hasThread,
    close: async (): Promise<void> => {
      stopFollowingBrands()
      await receiver.stop()
      await refusals.flush().catch((error: unknown) => log.warn({ err: error }, 'rejected requests are lost'))
      await refusals.close()
      await receiver.close()
      await forwards.close()
      await effects.close()
      await retention.close()
    },
  }
}
