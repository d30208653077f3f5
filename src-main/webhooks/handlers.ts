import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { foreignHolders } from '../../src-shared/desk/values/port-holders.ts'
import { REFUSALS, REFUSALS_SHOWN } from '../../src-shared/desk/webhooks.ts'
import { toInstant, toInstantOrNull } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import type { Effects } from './effects.ts'
import { type ForwardedDelivery, type Forwards, toForward } from './forwards.ts'
import { portHolders } from './port-holders.ts'
import type { Receiver } from './receiver.ts'
import type { Refusals } from './refusals.ts'
import type { SecretBook } from './secret-book.ts'
import type { WebhookSecrets } from './secrets.ts'
import { checkReachable, sendSample } from './self-call.ts'
import type { WebhookSettingsStore } from './settings.ts'

/** What a command line takes whole on every system. */
const INLINE_MAX = 100_000
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The delivery as a command for a POSIX shell; the secret is taken from $WEBHOOK_SECRET. */
const toCurl = (
  { headers, body }: { readonly headers: readonly [string, string][]; readonly body: string },
  url: string,
): string => {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
  const data = body.length > INLINE_MAX ? '--data-binary @body.json' : `--data-binary ${quote(body)}`
  return [
    `curl -X POST ${quote(url)}`,
    `-H "Authorization: Bearer $WEBHOOK_SECRET"`,
    `-H ${quote(`Content-Type: ${type}`)}`,
    data,
  ].join(' \\\n  ')
}

export type WebhookHandlersDeps = {
  readonly store: Store
  readonly brands: BrandBook
  readonly settings: WebhookSettingsStore
  readonly receiver: Receiver
  readonly secretBook: SecretBook
  readonly secrets: WebhookSecrets
  readonly refusals: Refusals
  readonly effects: Effects
  readonly forwards: Forwards
  /** Applies changed settings; `isPortGiven` where a port was given. */
  readonly applySettings: (isPortGiven: boolean) => Promise<void>
  readonly checkToken: string
  readonly onChanged: () => void
  /** What a delivery confirms has changed for this brand, and which articles are overdue. */
  readonly onProvidersChanged: (brandId: string) => void
}

type Call =
  | 'status'
  | 'configure'
  | 'setProviders'
  | 'rotateSecret'
  | 'deliveries'
  | 'delivery'
  | 'replay'
  | 'sendSample'
  | 'check'

const SAMPLE = { slug: 'sample-article', title: 'Sample article' }

const isReason = (name: string): name is (typeof REFUSALS)[number] => REFUSALS.some((reason) => reason === name)

export const createWebhookHandlers = (deps: WebhookHandlersDeps): Pick<Handlers, `webhooks.${Call}`> => {
  const { store, brands, settings, receiver, secretBook, secrets, refusals, effects, forwards } = deps

  const origin = (): string => {
    const { address, port } = receiver.status()
    const host = address === '0.0.0.0' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
    return `http://${host}:${port}`
  }
  const urlOf = (slug: string): string => `${origin()}/hooks/${slug}`

  const assertListening = (): void => {
    const { listening, error } = receiver.status()
    if (!listening)
      throw new DeskError('conflict', error ?? 'The receiver is switched off. Switch it on in its settings.')
  }

  const deliveryOf = async (id: string): Promise<ForwardedDelivery> => {
    await effects.applyAll()
    const stored = await store.read('deliveries.get', { id })
    if (stored === null) throw new DeskError('not-found', `There is no delivery "${id}". It may have been deleted.`)
    const { delivery, content } = stored
    if (content !== null) return { delivery, ...content }
    const message = `The content of delivery "${id}" is lost, because the file of received webhooks was damaged. Ask the sender to send it again.`
    throw new DeskError('not-found', message, { brandId: delivery.brandId })
  }

  const status: Handlers['webhooks.status'] = async () => {
    await Promise.all([receiver.settled(), effects.applyAll()])
    const all = brands.list()
    const brandIds = all.map(({ id }) => id)
    const { isTaken, ...listening } = receiver.status()
    const [counts, newest, last, providers, holders] = await Promise.all([
      refusals.counts(),
      refusals.newest(REFUSALS_SHOWN),
      store.read('deliveries.last', { brandIds }),
      store.read('webhooks.providers', { brandIds }),
      portHolders({ ...listening, isTaken }),
    ])
    const lastOf = new Map(last.map(({ brandId, atMs }) => [brandId, atMs]))
    const { retentionDays, overlapHours, enabled, allowedHosts, mutedBrandIds } = settings.get()
    return {
      ...listening,
      holders,
      refused: Object.fromEntries([...counts].filter(([name]) => isReason(name))),
      received: counts.get('received') ?? 0,
      retentionDays,
      overlapHours,
      enabled,
      allowedHosts,
      mutedBrandIds,
      refusals: newest.flatMap(({ atMs, reason, brandId, remote }) =>
        isReason(reason) ? [{ at: toInstant(atMs), reason, brandId, from: remote }] : [],
      ),
      brands: all.map(({ id, slug }, at) => ({
        brandId: id,
        url: urlOf(slug),
        hasSecret: secretBook.has(id),
        providers: [...(providers[at]?.providers ?? [])],
        previousAcceptedUntil: toInstantOrNull(secretBook.previousUntilMs(id)),
        lastDeliveryAt: toInstantOrNull(lastOf.get(id) ?? null),
      })),
    }
  }

  const replay: Handlers['webhooks.replay'] = async ({ id, forwardTo }) => {
    const stored = await deliveryOf(id)
    if (forwardTo !== undefined) {
      return { applied: false, forward: toForward(await forwards.send(stored, forwardTo)) }
    }
    const { delivery } = stored
    if (delivery.status !== 'accepted' || delivery.slug === null) return { applied: false, forward: null }
    await effects.reapply(delivery.id)
    deps.onChanged()
    return { applied: true, forward: null }
  }

  const check: Handlers['webhooks.check'] = async ({ brandId }) => {
    const brand = brandId === undefined ? null : brands.get(brandId)
    await receiver.settled()
    const { listening, error, port } = receiver.status()
    const others = foreignHolders(port, await portHolders(receiver.status()))
    const withOthers = (message: string): string => (others === '' ? message : `${message} ${others}`)
    if (!listening) return { reachable: false, message: withOthers(error ?? 'The receiver is switched off.') }
    const url = brand === null ? `${origin()}/hooks` : urlOf(brand.slug)
    const problem = await checkReachable(url, deps.checkToken)
    if (problem !== null) return { reachable: false, message: withOthers(`${url}: ${problem}.`) }
    const missing = brand !== null && !secretBook.has(brand.id)
    return {
      reachable: !missing,
      message: withOthers(
        missing
          ? `${url} answers, but ${brand.name} has no webhook secret yet, so every delivery is rejected. Create one.`
          : `${url} answers. Only programs on this computer reach it, unless a tunnel leads there.`,
      ),
    }
  }

  return {
    'webhooks.status': status,
    'webhooks.configure': async (patch) => {
      for (const brandId of patch.mutedBrandIds ?? []) brands.get(brandId)
      await settings.set(patch)
      await deps.applySettings(patch.port !== undefined)
      deps.onChanged()
      return {}
    },
    'webhooks.setProviders': async ({ brandId, providers }) => {
      brands.get(brandId)
      await store.write('webhooks.saveProviders', { brandId, providers })
      deps.onProvidersChanged(brandId)
      return {}
    },
    'webhooks.rotateSecret': async ({ brandId, sessionOnly }) => {
      const brand = brands.get(brandId)
      await receiver.settled()
      const { overlapHours } = settings.get()
      const { secret, previousUntilMs } = await secrets.rotate(brand, { sessionOnly, overlapHours })
      deps.onChanged()
      return { secret, url: urlOf(brand.slug), previousAcceptedUntil: toInstantOrNull(previousUntilMs) }
    },
    'webhooks.deliveries': async (input) => {
      await effects.applyAll()
      return store.read('deliveries.page', input)
    },
    'webhooks.delivery': async ({ id }) => {
      const { delivery, path, headers, body: bytes } = await deliveryOf(id)
      const body = Buffer.from(bytes).toString('utf8')
      const sent = await store.read('deliveries.forwards', { id })
      const curl = toCurl({ headers, body }, `${origin()}${path}`)
      return { ...delivery, path, headers, body, curl, forwards: sent.map(toForward) }
    },
    'webhooks.replay': replay,
    'webhooks.sendSample': async ({ brandId, slug, title }) => {
      const brand = brands.get(brandId)
      await receiver.settled()
      assertListening()
      const secret = await secrets.secretOf(brand)
      return sendSample(urlOf(brand.slug), {
        secret,
        checkToken: deps.checkToken,
        article: { slug: slug ?? SAMPLE.slug, title: title ?? SAMPLE.title },
      })
    },
    'webhooks.check': check,
  }
}
