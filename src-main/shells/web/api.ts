// The part of HTTP that the web page and the command line share: calls, events and what each server adds to them.
// Its callers have checked who sends the request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { giveBack } from '../../base/bytes.ts'
import { readBody } from '../../base/read-body.ts'
import type { Desk } from '../../desk.ts'
import type { EventStreams } from './events.ts'
import { refuse, sendReply } from './respond.ts'

export const API_PATH = '/api/'
export const BODY_MAX_BYTES = 64 * 1024 * 1024

export type ApiOptions = {
  readonly desk: Pick<Desk, 'call'>
  readonly streams: EventStreams
  /** Routes of this server alone, by name; an error they return is sent with status 400. */
  readonly actions: Readonly<Record<string, Action>>
}

type Action = (input: unknown) => Reply<unknown> | Promise<Reply<unknown>>

/** The JSON of a POST; undefined where it was refused. */
const readJson = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return void refuse(response, 415, 'The body of a call is application/json.')
  const body = await readBody(request, BODY_MAX_BYTES)
  if (body === 'cut') return void response.destroy()
  if (body === 'too-large') return void refuse(response, 413, `The body is larger than ${BODY_MAX_BYTES} bytes.`)
  try {
    return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as unknown) // parsed by its user
  } catch {
    return void refuse(response, 400, 'The body is not JSON.')
  } finally {
    giveBack(body)
  }
}

/** Answers `GET events`, `POST call/<name>` and `POST <action>`; `name` is the path below API_PATH. */
export const createApi =
  ({ desk, streams, actions }: ApiOptions) =>
  async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    if (request.method === 'GET' && name === 'events') return streams.open(response)
    if (request.method !== 'POST') return refuse(response, 405, 'Calls are sent by POST.')
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    const callName = name.startsWith('call/') ? name.slice('call/'.length) : null
    if (action === undefined && callName === null) return refuse(response, 404, 'There is nothing here.')
    const input = await readJson(request, response)
    if (input === undefined) return
    if (callName !== null) return sendReply(response, 200, await desk.call(callName, input))
    const reply = await action?.(input)
    if (reply !== undefined) sendReply(response, reply.ok ? 200 : 400, reply)
  }
