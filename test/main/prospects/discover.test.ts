// A discovery costs credits: only where it surely was not started is that said, and nothing else lets a person try again.
import { expect, test } from 'vitest'
import type { BatchGroup } from '../../../src-main/journal/kind.ts'
import { discoverKind } from '../../../src-main/prospects/discover.ts'
import type { ServiceClient } from '../../../src-main/service-client/client.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const group: BatchGroup = {
  ...{ brandId: 'b', details: {} },
  items: [{ item: 0, label: 'discovery', refId: 'discovery', payload: { price: 25 } }],
}

/** What comes of a discovery that the service refuses, by what its listing says then. */
const send = async (refusal: DeskError, listing: Error | { discoveryStatus: string }) => {
  const request = async (operation: string) => {
    if (operation === 'outreach.discover') throw refusal
    if (listing instanceof Error) throw listing
    return listing
  }
  const client = { request } as unknown as ServiceClient // what a discovery asks
  const { signal } = new AbortController()
  const readOutcomes = await discoverKind(client).send(client, group, { brandId: 'b', signal })
  return (await readOutcomes({ signal })).outcomes.map(({ state, reason }) => [state, reason])
}

const out = (status: number, isServiceWord: boolean) =>
  new DeskError('unknown-outcome', 'Perhaps.', { operation: 'outreach.discover', status, isServiceWord })
const IDLE = { discoveryStatus: 'idle' }

test('a search that is out was not started only where the service says so and its listing shows none', async () => {
  expect(await send(out(503, true), IDLE)).toEqual([
    ['failed', expect.stringContaining('(503): nothing was started or charged')],
  ])
  await expect(send(out(503, true), { discoveryStatus: 'running' })).rejects.toThrow('Perhaps.')
  await expect(send(out(503, true), new Error('no listing'))).rejects.toThrow('Perhaps.')
  await expect(send(out(503, false), IDLE)).rejects.toThrow('Perhaps.')
  await expect(send(out(500, true), IDLE)).rejects.toThrow('Perhaps.')
})

test('a discovery whose search angles were used says what to do, and another refusal stays what it is', async () => {
  expect(await send(new DeskError('conflict', 'Used.'), IDLE)).toEqual([
    ['failed', expect.stringContaining('add tracked keywords or a topic cluster')],
  ])
  await expect(send(new DeskError('forbidden', 'No.'), IDLE)).rejects.toThrow('No.')
})
