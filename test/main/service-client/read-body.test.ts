// Chunks of a reply are memory outside of V8's heap: they are given back once they are joined, not when V8 next looks.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLargeReplies } from '../../../src-main/service-client/large-replies.ts'
import { readBody } from '../../../src-main/service-client/read-body.ts'

const read = (chunks: readonly Uint8Array<ArrayBuffer>[]) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const options = { bytesMax: 100, signal: new AbortController().signal, onChunk: () => undefined }
  return readBody(new Response(body), options)
}

test('a chunk with a memory of its own is given back once the body is whole', async () => {
  const chunks = [new Uint8Array([1, 2]), new Uint8Array([3])]
  expect([...new Uint8Array(await read(chunks))]).toEqual([1, 2, 3])
  expect(chunks.map(({ buffer }) => buffer.detached)).toEqual([true, true])
})

test('a chunk that is part of a larger memory keeps it', async () => {
  const whole = new Uint8Array([1, 2, 3, 4])
  expect([...new Uint8Array(await read([whole.subarray(1, 3)]))]).toEqual([2, 3])
  expect([...whole]).toEqual([1, 2, 3, 4])
})

const MB = 1024 * 1024
/** In two chunks. */
const readInTurn = (options: Partial<Parameters<typeof readBody>[1]>, size = 2 * MB) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const part of [size, 10]) controller.enqueue(new Uint8Array(part))
      controller.close()
    },
  })
  const all = { bytesMax: 4 * MB, signal: new AbortController().signal, onChunk: () => undefined, ...options }
  return readBody(new Response(body), all)
}

test('a large reply waits for its turn, a small one does not', async () => {
  const turn = createLargeReplies()
  const end = await turn()
  const largeTurn = async () => void (await turn())
  const large = readInTurn({ largeTurn }).then(({ byteLength }) => byteLength)
  expect((await readInTurn({ largeTurn }, 1000)).byteLength).toBe(1010)
  expect(await Promise.race([large, setTimeout(100, 'waits')])).toBe('waits')
  end()
  expect(await large).toBe(2 * MB + 10)
})

test('a large reply that is given up no longer waits', async () => {
  const stop = new AbortController()
  const reading = readInTurn({ signal: stop.signal, largeTurn: () => new Promise(() => undefined) })
  stop.abort(new Error('given up'))
  await expect(reading).rejects.toThrow('given up')
})
