import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readBody } from '../../../src-main/base/read-body.ts'

const BYTES_MAX = 300_000

/** Sends these parts one after the other; `isCut`: and leaves without an end. */
const sent = async (parts: readonly Buffer[], isCut = false): Promise<Buffer | string> => {
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
  ['in its first chunk', [bytesOf(BYTES_MAX + 1)]],
  ['in a later one', [bytesOf(200_000), bytesOf(BYTES_MAX - 200_000), bytesOf(1)]],
])('a body that becomes too large %s is refused', async (_, parts) => {
  expect(await sent(parts)).toBe('too-large')
})

test.each([[[bytesOf(10)]], [[bytesOf(10), bytesOf(100_000)]]])(
  'a sender that leaves has sent no body',
  async (parts) => {
    expect(await sent(parts, true)).toBe('cut')
  },
)
