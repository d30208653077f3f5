import { expect, test } from 'vitest'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'

test('pitches go out in one intent; each is traced to its conversation', async () => {
  const { free, queue, ended, linked, call, brand, report } = await openOutreachDesk()
  const contacts = await free(3)
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  const intent = await ended(id)
  expect(intent).toMatchObject({ state: 'confirmed', kind: 'queue', brandId: brand.id })
  expect(intent.counts).toEqual({ total: 3, confirmed: 3, failed: 0, skipped: 0, unknown: 0 })
  const noted = await linked(id)
  const { rows } = await call('outreach.outbox', { brandIds: [brand.id], limit: 500 })
  for (const [place, { result, subject }] of noted.items.entries()) {
    const row = rows.find(({ prospectEmailId }) => prospectEmailId === contacts[place])
    expect(result).toEqual({ as: 'queued', conversationId: row?.conversationId })
    expect(subject).toBe(row?.email)
  }
  expect((await report()).contacts.filter(({ queued }) => queued > 0).map(({ queued }) => queued)).toEqual([1, 1, 1])
})
