import { Mutex } from 'async-mutex'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { type Clock, HOUR_MS } from '../base/clock.ts'
import { assertSecretCanBeKept } from '../keychain/keychain.ts'
import { previousWebhookAccount, type SecretRing, webhookAccount } from '../keychain/secret-ring.ts'
import type { SecretBook } from './secret-book.ts'

export type SecretsDeps = {
  readonly ring: SecretRing
  readonly book: SecretBook
  readonly clock: Clock
  readonly randomBytes: (size: number) => Buffer
}

export const createWebhookSecrets = ({ ring, book, clock, randomBytes }: SecretsDeps) => {
  const rotate = async (
    brand: Brand,
    { sessionOnly, overlapHours }: { sessionOnly: boolean; overlapHours: number },
  ): Promise<{ secret: string; previousUntilMs: number | null }> => {
    await assertSecretCanBeKept(ring, sessionOnly)
    const secret = `whsec_${randomBytes(32).toString('base64url')}`
    const isOverlapping = book.has(brand.id) && overlapHours > 0
    const previousUntilMs = isOverlapping ? clock.now() + Math.round(overlapHours * HOUR_MS) : null
    const account = webhookAccount(brand.id)
    const before = book.has(brand.id) ? await ring.get(account).catch(() => null) : null
    if (before !== null && isOverlapping) await ring.put(previousWebhookAccount(brand.id), before, { sessionOnly })
    await ring.put(account, secret, { sessionOnly })
    try {
      await book.save(brand.id, secret, previousUntilMs)
    } catch (error) {
      // The old secret is still the valid one.
      if (before === null) await ring.drop(account).catch(() => undefined)
      else await ring.put(account, before, { sessionOnly }).catch(() => undefined)
      throw error
    }
    return { secret, previousUntilMs }
  }

  /** One change of a brand's secret at a time: two at once would leave one's keychain entry and the other's hash. */
  const mutexes = new Map<string, Mutex>()
  const exclusively = <Value>(brandId: string, work: () => Promise<Value>): Promise<Value> => {
    const mutex = mutexes.get(brandId) ?? new Mutex()
    mutexes.set(brandId, mutex)
    return mutex.runExclusive(work)
  }

  return {
    /** A new secret for the brand; the previous one is accepted for `overlapHours`. */
    rotate: (
      brand: Brand,
      options: { sessionOnly: boolean; overlapHours: number },
    ): Promise<{ secret: string; previousUntilMs: number | null }> =>
      exclusively(brand.id, () => rotate(brand, options)),
    /** The brand's current secret, for samples. */
    secretOf: async (brand: Brand): Promise<string> => {
      const secret = book.has(brand.id) ? await ring.get(webhookAccount(brand.id)) : null
      if (secret !== null && book.match(secret, brand.id)?.secretUsed === 'current') return secret
      throw new DeskError(
        'not-found',
        book.has(brand.id)
          ? `${brand.name}: the webhook secret was kept for an earlier session only. Senders can continue to use it. Create a new one to send samples.`
          : `${brand.name} has no webhook secret yet. Create one and give it to the sender.`,
        { brandId: brand.id },
      )
    },
    /** Of a demo brand nothing is in the system's keychain. */
    forget: ({ id, demo }: Pick<Brand, 'id' | 'demo'>): Promise<void> =>
      exclusively(id, async () => {
        const drop = demo ? ring.dropFromMemory : ring.drop
        if (book.has(id)) for (const account of [previousWebhookAccount(id), webhookAccount(id)]) await drop(account)
        await book.forget(id)
      }),
  }
}
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
