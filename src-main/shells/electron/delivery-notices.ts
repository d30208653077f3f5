import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { callDesk, type Desk } from '../../desk.ts'
import { pageOfPlace } from './deep-link.ts'
import type { NotifyOptions } from './notices.ts'
import { isLookedAt, showNotification } from './window.ts'

/** Deliveries within this time are shown together: a publish of many articles is one notification. */
const GATHER_MS = 3000
const NAMED_MAX = 3

const countWords = (count: number): string => (count === 1 ? '1 delivery' : `${count} deliveries`)

/** `Acme: "Tea"`, or how many of which brands. */
export const deliveryLabel = (
  deliveries: readonly Delivery[],
  nameOf: (brandId: string) => string,
): { title: string; body: string } => {
  const [only] = deliveries
  if (deliveries.length === 1 && only !== undefined) {
    const what = only.title ?? only.slug ?? only.event ?? 'a delivery that was not understood'
    const title = only.status === 'accepted' ? 'Article published' : 'Webhook received'
    return { title, body: `${nameOf(only.brandId)}: ${what}` }
  }
  const counts = new Map<string, number>()
  for (const { brandId } of deliveries) counts.set(brandId, (counts.get(brandId) ?? 0) + 1)
  const brands = [...counts].sort(([, a], [, b]) => b - a)
  const named = brands.slice(0, NAMED_MAX).map(([brandId, count]) => `${nameOf(brandId)} (${count})`)
  const rest = brands.length - named.length
  const body = rest > 0 ? `${named.join(', ')} and ${rest} more brands` : named.join(', ')
  return { title: `${countWords(deliveries.length)} received`, body }
}

/** The inbox of webhooks: of their brand, where they are of one. */
const pageOfDeliveries = (deliveries: readonly Delivery[]): string => {
  const [brandId, ...others] = new Set(deliveries.map((delivery) => delivery.brandId))
  return pageOfPlace({ view: 'webhooks' }, others.length === 0 ? brandId : undefined)
}

/** Webhook deliveries as notifications of the system: grouped, none of a muted brand, none while the window has focus. */
export const notifyDeliveries = (desk: Pick<Desk, 'call' | 'subscribe'>, { window, open }: NotifyOptions): void => {
  let waiting: Delivery[] = []
  const notify = async (): Promise<void> => {
    const gathered = waiting
    waiting = []
    if (isLookedAt(window)) return
    const [{ mutedBrandIds }, { brands }] = await Promise.all([
      callDesk(desk, 'webhooks.status', {}),
      callDesk(desk, 'brands.list', {}),
    ])
    const loud = gathered.filter(({ brandId }) => !mutedBrandIds.includes(brandId))
    if (loud.length === 0) return
    const label = deliveryLabel(loud, (id) => brands.find((brand) => brand.id === id)?.name ?? 'A brand')
    showNotification(label, () => open(pageOfDeliveries(loud)))
  }
  desk.subscribe((event) => {
    if (event.name !== 'webhooks.received') return
    waiting.push(event.payload.delivery)
    // A desk that ends meanwhile has nothing more to show.
    if (waiting.length === 1) setTimeout(() => void notify().catch(() => undefined), GATHER_MS).unref()
  })
}
