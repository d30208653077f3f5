import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery } from '../../../../src-shared/desk/webhooks.ts'
import * as electron from '../../../support/electron-stand-in.ts'
import { createSmallDesk, SMALL_BRANDS } from '../../../support/small-desk.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))
const { notifyDeliveries } = await import('../../../../src-main/shells/electron/delivery-notices.ts')

beforeEach(() => {
  electron.resetElectron()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const delivery = (brandId: string, title: string): Delivery => ({
  id: 'd1',
  brandId,
  receivedAt: '2026-01-01T00:00:00.000Z',
  event: 'article.published',
  slug: 'tea',
  title,
  status: 'accepted',
  reason: null,
  secretUsed: 'current',
  intentId: null,
  bytes: 10,
})

const [acme = '', uber = '', muted = ''] = SMALL_BRANDS.map(({ id }) => id)

const openDesk = () => {
  const desk = createSmallDesk({
    'webhooks.status': () => ({
      listening: true,
      address: '127.0.0.1',
      port: 4319,
      error: null,
      holders: [],
      refused: {},
      received: 0,
      retentionDays: 90,
      overlapHours: 24,
      enabled: true,
      allowedHosts: [],
      mutedBrandIds: [muted],
      refusals: [],
      brands: [],
    }),
  })
  const window = new electron.BrowserWindow({})
  const pages: string[] = []
  notifyDeliveries(desk, {
    window: window as unknown as Parameters<typeof notifyDeliveries>[1]['window'], // the stand-in has what is used
    open: (page) => void pages.push(page),
  })
  const receive = async (...deliveries: Delivery[]) => {
    for (const one of deliveries) desk.emit('webhooks.received', { delivery: one })
    await vi.advanceTimersByTimeAsync(3000)
    const shown = electron.Notification.all.splice(0)
    for (const one of shown) one.emit('click')
    return shown.map(({ options }) => options)
  }
  return { receive, window, pages }
}

test('one delivery is notified by its title, many as one notification with their brands; a click opens their inbox', async () => {
  const { receive, pages } = openDesk()
  expect(await receive(delivery(acme, 'Tea'))).toEqual([{ title: 'Article published', body: 'Acme: Tea' }])
  expect(pages).toEqual([`app://desk/#/webhooks/${acme}`])
  expect(await receive(delivery(acme, '1'), delivery(uber, '2'), delivery(uber, '3'))).toEqual([
    { title: '3 deliveries received', body: 'Über Tea (2), Acme (1)' },
  ])
  expect(pages.slice(1)).toEqual(['app://desk/#/webhooks/all'])
})

test('no notification is shown for a muted brand, or while the window has the focus', async () => {
  const { receive, window } = openDesk()
  expect(await receive(delivery(muted, 'Quiet'))).toEqual([])
  expect(await receive(delivery(muted, 'Quiet'), delivery(acme, 'Loud'))).toEqual([
    { title: 'Article published', body: 'Acme: Loud' },
  ])
  window.focused = true
  expect(await receive(delivery(acme, 'Seen'))).toEqual([])
})
