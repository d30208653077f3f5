import { expect, test } from 'vitest'
import { agoLabel } from '../../../src-main/composing/findings.ts'
import { createSecondPitches } from '../../../src-main/pitches/second-pitches.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { jsonBody } from '../../support/json-body.ts'

const NOW_MS = Date.parse('2026-03-20T09:00:00Z')
const HOUR_MS = 3_600_000

test('the warning of a second pitch names the age of the newest one, however the service lists them', async () => {
  const { store, ids, ingest } = await tempLists('Acme')
  const [brandId = ''] = ids
  await ingest('contacts', brandId, { items: [{ id: 'ann', prospectId: 'p', email: 'ann@a.test' }] })
  const sent = (id: string, sentAt?: string) => ({ conversationId: id, prospectEmailId: 'ann', status: 'sent', sentAt })
  const items = [sent('new', '2026-03-17T09:00:00Z'), sent('unknown'), sent('old', '2026-02-28T09:00:00Z')]
  await store.write('outbox.ingest', { brandId, batch: 1, body: jsonBody({ items }), fetchedAtMs: 1 })
  const warnings = createSecondPitches({
    ...{ store, book: { get: () => ({ name: 'Acme' }) as never } }, // only the name is asked
    clock: { now: () => NOW_MS } as never, // only the time is asked
  })
  const pitches = { brandId, items: [{ prospectEmailId: 'ann', subject: 's', body: 'b' }] }
  expect((await warnings(pitches)).map(({ message }) => message)).toEqual([
    'ann@a.test: Acme pitched this person 3 days ago; this is another e-mail.',
  ])
})

test('the age of an earlier pitch is in whole days, so that no clock makes it another day', () => {
  const labels = [-1, 0, 23.9, 24, 47.9, 48].map((hours) => agoLabel(hours * HOUR_MS))
  const [day, days] = ['less than a day ago', '1 day ago']
  expect(labels).toEqual(['before', day, day, days, days, '2 days ago'])
})
