// Events to open pages and commands, as server-sent events. A page that does not read is cut off at a limit: it reconnects,
// gets `desk.ready` first, and reads its views again. `desk.ready` names this run of the desk: a page that reconnects
// sees by it that the same desk answers, and not a server that took its port.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Desk } from '../../desk.ts'
import { SECURITY_HEADERS } from '../page.ts'

const HEARTBEAT_MS = 15_000
/** A page that leaves more than this unread for a while is cut off. A run of 2,000 brands sends as much in one turn. */
const UNREAD_MAX_BYTES = 1024 * 1024
const UNREAD_FOR_MS = 3000
/** So many times as much is cut off at once. */
const AT_ONCE_MAX = 16
const MAX_STREAMS = 64

export const createEventStreams = (desk: Pick<Desk, 'subscribe'>, unreadMaxBytes = UNREAD_MAX_BYTES) => {
  const streams = new Set<ServerResponse>()
  const ready = `event: desk.ready\ndata: ${JSON.stringify({ run: randomUUID() })}\n\n`
  const watched = new Set<ServerResponse>()
  const cutOff = (stream: ServerResponse, unreadMax: number): void => {
    if (stream.writableLength > unreadMax) stream.destroy()
  }
  const write = (stream: ServerResponse, text: string) => {
    if (stream.destroyed) return
    stream.write(text)
    cutOff(stream, AT_ONCE_MAX * unreadMaxBytes)
    if (stream.writableLength <= unreadMaxBytes || watched.has(stream)) return
    watched.add(stream)
    const look = () => {
      watched.delete(stream)
      cutOff(stream, unreadMaxBytes)
    }
    setTimeout(look, UNREAD_FOR_MS).unref()
  }
  const writeAll = (text: string) => {
    for (const stream of [...streams]) write(stream, text)
  }
  const unsubscribe = desk.subscribe((event) => {
    if (streams.size > 0) writeAll(`data: ${JSON.stringify(event)}\n\n`)
  })
  const heartbeat = setInterval(() => writeAll(': alive\n\n'), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    open: (response: ServerResponse): void => {
      const oldest = streams.values().next().value
      if (streams.size >= MAX_STREAMS) oldest?.destroy()
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      })
      streams.add(response)
      response.once('close', () => streams.delete(response))
      write(response, ready)
    },
    close: (): void => {
      unsubscribe()
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
    },
  }
}
export type EventStreams = ReturnType<typeof createEventStreams>
