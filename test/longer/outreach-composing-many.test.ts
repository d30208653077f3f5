import { expect, test } from 'vitest'
import { cpuMs } from '../support/cpu-time.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'

test('desk answers calls while it freezes ten thousand recipients of two brands', async () => {
  const { call, sync } = await openPublishingDesk({ brands: 2 })
  await sync({ datasets: ['prospects', 'contacts', 'rankings'] })
  const { rows: people } = await call('contacts.page', { brandIds: 'all', filter: { hasEmail: true }, limit: 500 })
  const recipients = Array.from({ length: 10_000 }, (_, at) => {
    const { brandId = '', id = '' } = people[at % people.length] ?? {}
    return { brandId, contactId: id, variables: { number: String(at) } }
  })
  let isFrozen = false
  const freezing = call('outreach.freeze', {
    template: { subject: '{{ number }}', body: 'Hi {{ contact.firstName | default: "there" }},\n\n{{ brand.name }}' },
    recipients,
  }).then((froze) => {
    isFrozen = true
    return froze
  })
  let longestMs = 0
  while (!isFrozen) {
    const startedMs = cpuMs()
    await call('brands.list', {})
    longestMs = Math.max(longestMs, cpuMs() - startedMs)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { previewId, brands: counts } = await freezing
  expect(longestMs).toBeLessThan(500)
  expect(counts.reduce((sum, { ready, blocked }) => sum + ready + blocked, 0)).toBe(10_000)
  const { rows, total } = await call('outreach.frozen', { previewId, show: 'blocked', offset: 9_990 - people.length })
  expect(total).toBe(10_000 - people.length)
  expect(rows.flatMap(({ blockers }) => blockers.map(({ code }) => code))).toContain('duplicate-address')
})
