// A service of its own, with two contacts of one address: raw pitches are warned of as a preview is.
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { pitchTo } from '../support/outreach-desk.ts'
import { startSendingService } from '../support/sending-service.ts'

const HOUR = 3600

const refusal = (code: string, index: number, words: string) => ({
  kind: 'conflict',
  message: expect.stringContaining(`Not accepted yet: ${code} (1)`),
  detail: {
    issues: [{ path: `items.${index}.prospectEmailId`, code, message: expect.stringMatching(`@.*: .*${words}`) }],
  },
})

test('pitches to two contacts of one address are refused by name: together, or one after the other', async () => {
  const service = await startSendingService({ contacts: 3, teamId: 'team_1', sameAddress: 2 })
  const desk = await openTestDesk()
  const { call } = desk
  await call('service.setProfile', { baseUrl: service.baseUrl })
  const { id: brandId } = await call('brands.add', {
    name: 'Acme',
    key: `sk_live_${'a'.repeat(24)}`,
    sessionOnly: true,
  })
  await desk.sync({ datasets: ['prospects', 'contacts', 'outbox', 'mailboxes'] })
  await expect.poll(async () => (await call('outreach.mailboxes', { brandIds: [brandId] })).freshAsOf).not.toBeNull()
  const [one = '', same = '', other = ''] = service.contactIds
  const queue = (ids: readonly string[], accept: string[] = []) =>
    call('outreach.queue', { brandId, items: ids.map((id) => pitchTo(id)), holdSeconds: HOUR, accept })

  await expect(queue([one, other, same])).rejects.toMatchObject(
    refusal('duplicate-address', 2, 'is also the address of item 0'),
  )
  await call('intents.cancel', { id: (await queue([one, other, same], ['duplicate-address'])).intentId })
  const { intentId } = await queue([one])
  const queued = refusal('contacted-before', 1, 'has a pitch queued for this address under another contact')
  await expect(queue([other, same])).rejects.toMatchObject(queued)
  await call('intents.cancel', { id: intentId })
  await queue([other, same])
})
