import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from '../../src-renderer/bridge.ts'

/** A stream of these chunks, which then ends or breaks. */
const streamOf = (chunks: readonly string[], error?: Error): ReadableStream<string> => {
  const left = [...chunks]
  return new ReadableStream<string>({
    pull: (controller) => {
      const chunk = left.shift()
      if (chunk !== undefined) controller.enqueue(chunk)
      else if (error === undefined) controller.close()
      else controller.error(error)
    },
  })
}

const eventsOf = async (chunks: readonly string[]) => {
  const events = []
  for await (const event of readEvents(streamOf(chunks))) events.push(event)
  return events
}

const STREAM =
  'event: desk.ready\ndata: {"run":"a"}\n\n: alive\n\ndata: {"name":"x"}\n\ndata: one\ndata: two\n\ndata: cut off'

test('reader finds the same events regardless of where the stream is split', async () => {
  const expected = [
    { name: 'desk.ready', data: '{"run":"a"}' },
    { name: 'message', data: '{"name":"x"}' },
    { name: 'message', data: 'one\ntwo' },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(STREAM.length)), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length]
      const chunks = places.slice(1).map((end, index) => STREAM.slice(places[index], end))
      expect(await eventsOf(chunks)).toEqual(expected)
    }),
  )
})

test('reader rejects when the stream breaks, after the events that came before', async () => {
  const seen: string[] = []
  const read = async () => {
    for await (const { data } of readEvents(streamOf(['data: one\n\n'], new Error('cut')))) seen.push(data)
  }
  await expect(read()).rejects.toThrow('cut')
  expect(seen).toEqual(['one'])
})
