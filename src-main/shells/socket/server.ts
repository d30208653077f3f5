// The desk's own door for the command line: the routes of the web page, on a socket that only the owner may open, so
// without a session. Only the holder of the folder's lock listens: a file at the socket's path is left over from a
// process that was killed, and may be removed.
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { closeServer, createCappedServer } from '../../base/capped-server.ts'
import { type Desk, toErrorValue } from '../../desk.ts'
import { API_PATH, type ApiOptions, createApi } from '../web/api.ts'
import { createEventStreams } from '../web/events.ts'
import { refuse } from '../web/respond.ts'
import type { Hello, Opened } from './messages.ts'

/** How long closing waits for answers that are under way. */
const DRAIN_MS = 5000
/** A command that leaves more events than this unread is cut off. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024
const CONNECTIONS_MAX = 1024

export type SocketServerOptions = {
  readonly path: string
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly hello: Hello
  /** Brings the shell to the front, or hands out a fresh address of it. */
  readonly open: () => Opened | Promise<Opened>
}

const removeLeftover = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new DeskError(
      'storage',
      `${path} is a folder, and the desk needs that name for its local socket. Move the folder away, then start again.`,
    )
  rmSync(path, { force: true })
}

export const listenOnSocket = async ({ path, desk, hello, open }: SocketServerOptions) => {
  const streams = createEventStreams(desk, UNREAD_MAX_BYTES)
  const actions: ApiOptions['actions'] = {
    hello: () => ({ ok: true, value: hello }),
    open: async () => {
      try {
        return { ok: true, value: await open() }
      } catch (error) {
        return { ok: false, error: toErrorValue(error) }
      }
    },
  }
  const api = createApi({ desk, streams, actions })
  const server = createCappedServer({ connectionsMax: CONNECTIONS_MAX })
  server.on('request', (request, response) => {
    api(request, response, (request.url ?? '').slice(API_PATH.length)).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The desk failed with an internal error.')
    })
  })
  const isFile = !path.startsWith('\\\\')
  if (isFile) removeLeftover(path)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new DeskError('storage', `The desk's local socket at ${path} could not be opened (${error.code}).`)),
    )
    server.listen({ path, readableAll: false, writableAll: false }, resolve)
  })
  if (isFile) chmodSync(path, 0o600)
  return {
    /** Answers the requests that it has, then ends. */
    close: (): Promise<void> => {
      streams.close()
      return closeServer(server, DRAIN_MS)
    },
  }
}
