import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readBody } from '../../../src-main/base/read-body.ts'

const BYTES_MAX = 300_000

type How = { readonly isCut?: boolean; readonly named?: number }

/** Sends these parts one after the other; `isCut`: and leaves without an end; `named`: the length it says before. */
const sent = async (parts: readonly Buffer[], { isCut = false, named }: How = {}): Promise<Buffer | string> => {
  const read = Promise.withResolvers<Buffer | string>()
  const server = createServer((incoming, response) => {
    readBody(incoming, BYTES_MAX).then((body) => {
      read.resolve(body)
      response.end()
    }, read.reject)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const outgoing = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'POST' })
  if (named !== undefined) outgoing.setHeader('content-length', named)
  outgoing.on('error', () => undefined) // the connection that is cut
  outgoing.on('response', (response) => void response.resume())
  for (const part of parts) await new Promise<void>((resolve) => outgoing.write(part, () => resolve()))
  if (isCut) outgoing.destroy()
  else outgoing.end()
  return read.promise
}

const bytesOf = (count: number): Buffer => Buffer.from(Uint8Array.from({ length: count }, (_, at) => at % 251))

test.each([
  ['nothing', []],
  ['one chunk', [bytesOf(50)]],
  ['a chunk of no bytes and one of some', [bytesOf(0), bytesOf(70_000)]],
  ['many chunks', [bytesOf(9_000), bytesOf(1), bytesOf(200_000)]],
  ['as much as is taken', [bytesOf(1), bytesOf(BYTES_MAX - 1)]],
])('a body of %s is read whole', async (_, parts) => {
  expect(await sent(parts)).toEqual(Buffer.concat(parts))
})

test.each([
  ['a few', [bytesOf(100), bytesOf(100), bytesOf(100)]],
  ['many', Array.from({ length: 40 }, () => bytesOf(7_000))],
  ['small and large', [bytesOf(1), bytesOf(2), bytesOf(150_000), bytesOf(1)]],
])('a body of %s chunks whose length was said is read whole', async (_, parts) => {
  const whole = Buffer.concat(parts)
  expect(await sent(parts, { named: whole.length })).toEqual(whole)
})

test.each([[[bytesOf(10)]], [[bytesOf(10), bytesOf(100), bytesOf(100_000)]]])(
  'a sender that said more than it sent has sent no body',
  async (parts) => {
    expect(await sent(parts, { isCut: true, named: BYTES_MAX })).toBe('cut')
  },
)

test.each([
  ['in its first chunk', [bytesOf(BYTES_MAX + 1)]],
  ['in a later one', [bytesOf(200_000), bytesOf(BYTES_MAX - 200_000), bytesOf(1)]],
])('a body that becomes too large %s is refused', async (_, parts) => {
  expect(await sent(parts)).toBe('too-large')
})

test.each([[[bytesOf(10)]], [[bytesOf(10), bytesOf(100_000)]]])(
  'a sender that leaves has sent no body',
  async (parts) => {
    expect(await sent(parts, { isCut: true })).toBe('cut')
  },
)
