import { expect, test } from 'vitest'
import { defineKind } from '../../../src-main/journal/kind.ts'
import { toPayload } from '../../../src-main/pitches/rules/pitch.ts'
import { withSuppressions } from '../../../src-main/pitches/suppressed-pitches.ts'
import { openComposing, person } from '../../support/composing-desk.ts'

const kind = defineKind({
  operation: 'outreach.queue',
  itemsPerBatch: 200,
  request: () => ({ body: { items: [] } }),
  outcomes: () => [],
})

test('suppression uses the address of the pitch when the service no longer gives one for the contact', async () => {
  const { ids, people, store } = await openComposing('Acme')
  const [brandId = ''] = ids
  await people(brandId, [person('listed'), { ...person('unlisted'), email: null }])
  const entries = ['listed', 'unlisted', 'gone'].map((id) => {
    return { kind: 'address' as const, value: `${id}@${id}.test`, reason: '' }
  })
  await store.write('suppressions.add', { entries, atMs: 1 })
  const { itemsToSkip } = withSuppressions(kind, store)
  const itemOf = (id: string, item: number) => {
    return { item, label: `${id}@${id}.test`, refId: id, payload: { prospectEmailId: id, subject: 'x', body: 'y' } }
  }
  const items = [itemOf('listed', 0), itemOf('unlisted', 1), itemOf('gone', 2), itemOf('free', 3)] as const
  const outcomes = await itemsToSkip({ brandId, details: {}, items })
  expect(outcomes.map(({ item, state }) => [item, state])).toEqual([
    [0, 'skipped'],
    [1, 'skipped'],
    [2, 'skipped'],
  ])
})

test('suppression uses the site of the pitch when its contact is no longer listed', async () => {
  const { ids, store } = await openComposing('Acme')
  const [brandId = ''] = ids
  await store.write('suppressions.add', { entries: [{ kind: 'domain', value: 'daily.test', reason: '' }], atMs: 1 })
  const { itemsToSkip } = withSuppressions(kind, store)
  const itemOf = (site: string, item: number) => {
    const payload = toPayload({ prospectEmailId: `gone${item}`, subject: 'x', body: 'y', site }, null)
    return { item, label: 'jane@mailhost.test', refId: `gone${item}`, payload }
  }
  const items = [itemOf('daily.test', 0), itemOf('weekly.test', 1)] as const
  expect((await itemsToSkip({ brandId, details: {}, items })).map(({ item }) => item)).toEqual([0])
})

test('a pitch is left out without a date where the list does not know since when', async () => {
  const { ids, people, store } = await openComposing('Acme')
  const [brandId = ''] = ids
  await people(brandId, [person('ann'), person('bob')])
  const add = (id: string, atMs: number) => {
    const entries = [{ kind: 'address' as const, value: `${id}@${id}.test`, reason: '' }]
    return store.write('suppressions.add', { entries, atMs })
  }
  await add('ann', 0)
  await add('bob', Date.UTC(2026, 2, 1))
  const itemOf = (id: string, item: number) => {
    return { item, label: id, refId: id, payload: { prospectEmailId: id, subject: 'x', body: 'y' } }
  }
  const { itemsToSkip } = withSuppressions(kind, store)
  const outcomes = await itemsToSkip({ brandId, details: {}, items: [itemOf('ann', 0), itemOf('bob', 1)] })
  expect(outcomes.map(({ reason }) => reason)).toEqual([
    'ann@ann.test is on the suppression list. It was not sent.',
    'bob@bob.test is on the suppression list (since 2026-03-01). It was not sent.',
  ])
})
