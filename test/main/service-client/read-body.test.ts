// Chunks of a reply are memory outside of V8's heap: they are given back once they are joined, not when V8 next looks.
import { expect, test } from 'vitest'
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
