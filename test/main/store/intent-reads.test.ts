// An intent and its items are read in several statements while another thread writes them: both must be of one moment.
import { expect, it } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const ITEMS = 3_000

it('reads an intent and its items consistently while its batches begin and are put back', async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const items = Array.from({ length: ITEMS }, (_, item) => ({ label: `contact ${item}`, payload: {}, batch: 0 }))
  const intent = { id: 'one', brandId, kind: 'queue', details: {}, holdMs: 0, items } as const
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  let isEnding = false
  const writing = (async () => {
    for (let round = 0; !isEnding; round += 1) {
      const event = round % 2 === 0 ? ({ type: 'begin', batch: 0 } as const) : ({ type: 'postpone', batch: 0 } as const)
      await store.write('intents.apply', { id: 'one', event, atMs: 2 + round })
    }
  })()
  const seen = new Set<string>()
  for (let read = 0; read < 150; read += 1) {
    const whole = await store.read('intents.get', { id: 'one' })
    const byCall = await store.read('intents.items', { id: 'one', scope: 'all' })
    for (const { state, items: all } of [whole, byCall]) {
      seen.add(`${state}: ${all.filter((item) => item.state === 'in_flight').length} under way`)
    }
  }
  isEnding = true
  await writing
  expect([...seen].sort()).toEqual([`in_flight: ${ITEMS} under way`, 'ready: 0 under way'])
})
