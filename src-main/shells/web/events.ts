// Events to open pages, as server-sent events. A page that does not read is cut off at a bound: it comes back by
// itself, gets `desk.ready` first, and reads its views again.
import type { ServerResponse } from 'node:http'
import type { Desk } from '../../desk.ts'
import { SECURITY_HEADERS } from '../page.ts'

const HEARTBEAT_MS = 15_000
const UNREAD_MAX_BYTES = 1024 * 1024
const MAX_STREAMS = 64

export type EventStreams = {
  readonly open: (response: ServerResponse) => void
  readonly close: () => void
}

export const createEventStreams = (desk: Pick<Desk, 'subscribe'>): EventStreams => {
  const streams = new Set<ServerResponse>()
  const write = (stream: ServerResponse, text: string) => {
    stream.write(text)
    if (stream.writableLength > UNREAD_MAX_BYTES) stream.destroy()
  }
  const writeAll = (text: string) => {
    for (const stream of [...streams]) write(stream, text)
  }
  const unsubscribe = desk.subscribe((event) => writeAll(`data: ${JSON.stringify(event)}\n\n`))
  const heartbeat = setInterval(() => writeAll(': alive\n\n'), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    open: (response) => {
      const oldest = streams.values().next().value
      if (streams.size >= MAX_STREAMS) oldest?.destroy()
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      })
      streams.add(response)
      response.once('close', () => streams.delete(response))
      write(response, 'retry: 1000\nevent: desk.ready\ndata: {}\n\n')
    },
    close: () => {
      unsubscribe()
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
    },
  }
}
