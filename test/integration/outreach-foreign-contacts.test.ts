// A pitch with a contact of another brand is found before its request, because the service refuses the whole request for it.
import { expect, test } from 'vitest'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { isTeamEngine } from '../support/team-engine.ts'

const openTwo = async () => {
  const desk = await openOutreachDesk({ brands: 2, sandbox: { contacts: 600 } })
  const [, other] = desk.brands
  if (other === undefined) throw new Error('The sandbox has two brands.')
  const [foreign = ''] = await desk.free(1, other.id)
  const owner = isTeamEngine ? 'another brand' : other.name
  // A colleague may see the reason and not the brand.
  return { ...desk, other, foreign, owner }
}

test('one pitch with a contact of another brand is left out by name, and the other 199 are queued', async () => {
  const { free, queue, ended, report, sandbox, foreign, owner } = await openTwo()
  const own = await free(199)
  const contacts = [...own.slice(0, 100), foreign, ...own.slice(100)]
  const intent = await ended(await queue(contacts.map((id) => pitchTo(id))))
  expect(intent.counts).toMatchObject({ total: 200, confirmed: 199, skipped: 1, failed: 0 })
  expect(intent.items[100]).toMatchObject({
    state: 'skipped',
    reason: `This contact belongs to ${owner}. It was not sent.`,
    result: { as: 'foreign' },
  })
  expect((await report()).contacts).toHaveLength(199)
  const requests = (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue')
  expect(requests.map(({ status }) => status)).toEqual([200])
})

test('pitches with contacts of another brand alone are refused, and nothing is written', async () => {
  const { queue, call, other, foreign } = await openTwo()
  await expect(queue([pitchTo(foreign)])).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(`belongs to ${other.name}`),
    detail: { issues: [{ path: 'items.0.prospectEmailId' }] },
  })
  expect((await call('intents.list', {})).total).toBe(0)
})

test('a preview blocks a contact of another brand and names its owner', async () => {
  const { free, call, brand, other, foreign } = await openTwo()
  const [own = ''] = await free(1)
  const { rows } = await call('outreach.preview', {
    template: { subject: 'An idea', body: 'Hello' },
    recipients: [own, foreign].map((contactId) => ({ brandId: brand.id, contactId })),
  })
  expect(rows.map(({ blockers }) => blockers.map(({ code }) => code))).toEqual([[], ['unknown-contact']])
  expect(rows[1]?.blockers[0]?.message).toContain(`belongs to ${other.name}`)
})
