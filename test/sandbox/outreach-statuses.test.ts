import { expect, test } from 'vitest'
import { startOutreach } from './outreach-client.ts'

test('a site is contacted or has replied exactly where a pitch to its people says so', async () => {
  const client = await startOutreach({ prospects: 60 })
  const sites = new Map((await client.contacts()).map(({ id, prospectId }) => [id, prospectId]))
  const words = Map.groupBy(
    (await client.outbox()).filter(({ sentAt }) => sentAt !== null),
    ({ prospectEmailId }) => sites.get(prospectEmailId),
  )
  const statusOf = (id: string): string | undefined => {
    const pitches = words.get(id)
    if (pitches === undefined) return undefined
    return pitches.some(({ status }) => status === 'replied') ? 'replied' : 'contacted'
  }
  const prospects = (await client.prospects()).filter(({ status }) => status !== 'linked')
  const told = prospects.filter(({ status }) => status === 'contacted' || status === 'replied')
  expect(told.length).toBeGreaterThan(2)
  expect(told.map(({ status }) => status)).toEqual(told.map(({ id }) => statusOf(id)))
  const others = prospects.filter((one) => !told.includes(one))
  expect(others.filter(({ id }) => statusOf(id) !== undefined)).toEqual([])
})
