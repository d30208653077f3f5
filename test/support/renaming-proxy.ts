// A service that names its open fields otherwise: a real HTTP server before the sandbox, which renames them in requests
// and replies. It shares no code with the desk's own mapping. Lines that are cut are cut on both sides.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { OPERATION_NAMES, type OperationName } from '../../src-shared/service/operations.ts'
import { placeOf, type ServiceProfile } from '../../src-shared/service/profile.ts'
import { joinPath, type RenamedFields, splitPath } from './renamed-fields.ts'

/** By our path: the last name of its path on the wire. */
type Names = ReadonlyMap<string, string>

const namesOf = (map: Readonly<Record<string, string>> = {}): Names =>
  new Map(Object.entries(map).map(([ours, wire]) => [ours, splitPath(wire)[1]]))

/** `ourName` of a key of the object at `parent`, by our path of that object. */
const walk = (
  body: unknown,
  rename: (parent: string, key: string) => { key: string; ours: string },
  parent = '',
): unknown => {
  if (Array.isArray(body)) return body.map((one: unknown) => walk(one, rename, `${parent}[]`))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const renamed = rename(parent, key)
      return [renamed.key, walk(value, rename, joinPath(parent, renamed.ours))]
    }),
  )
}

const toWire = (names: Names, body: unknown): unknown =>
  walk(body, (parent, key) => ({ key: names.get(joinPath(parent, key)) ?? key, ours: key }))

/** A field that came under our name instead of its new one is a field that this service does not know. */
const toOurs = (names: Names, body: unknown): unknown =>
  walk(body, (parent, key) => {
    const renamed = [...names].find(([path, name]) => splitPath(path)[0] === parent && name === key)
    if (renamed !== undefined) return { key: splitPath(renamed[0])[1], ours: splitPath(renamed[0])[1] }
    return names.has(joinPath(parent, key)) ? { key: `unknown_${key}`, ours: `unknown_${key}` } : { key, ours: key }
  })

const operationOf = (profile: ServiceProfile, method: string, path: string): OperationName | undefined => {
  const places = OPERATION_NAMES.map((name) => ({ name, ...placeOf(profile, name) }))
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`).test(path)
  const exact = places.find((place) => place.method === method && place.path === path)
  return (exact ?? places.find((place) => place.method === method && fits(place.path)))?.name
}

const renamedText = (text: string, rename: (body: unknown) => unknown): string => {
  try {
    return JSON.stringify(rename(JSON.parse(text)))
  } catch {
    return text
  }
}

const HOP_HEADERS = new Set(['content-length', 'connection', 'keep-alive', 'transfer-encoding', 'host'])
const forwarded = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)))

export const startRenamingProxy = async (options: {
  readonly target: string
  readonly profile: ServiceProfile
  readonly fields: RenamedFields
}): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> => {
  const { target, profile, fields } = options
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const name = operationOf(profile, method, new URL(url, target).pathname)
    const maps = name === undefined ? undefined : fields[name]
    const asked = (await buffer(incoming)).toString()
    const body = asked === '' ? '' : renamedText(asked, (json) => toOurs(namesOf(maps?.request), json))
    // Without it Node sends the body of a DELETE with no length at all.
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
    const cut = () => outgoing.destroy()
    const onward = sendRequest(
      `${target}${url}`,
      { method, headers: { ...forwarded(headers), ...length }, agent: false },
      async (reply) => {
        try {
          const bytes = await buffer(reply)
          const isRenamed = maps?.response !== undefined && (reply.statusCode ?? 0) < 300
          const answer = isRenamed
            ? renamedText(bytes.toString(), (json) => toWire(namesOf(maps.response), json))
            : bytes
          outgoing.writeHead(reply.statusCode ?? 502, forwarded(reply.headers)).end(answer)
        } catch {
          cut()
        }
      },
    )
    onward.on('error', cut)
    outgoing.on('close', () => onward.destroy())
    onward.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let closed: Promise<unknown> | undefined
  const close = async () => {
    closed ??= (() => {
      const ended = once(server, 'close')
      server.close()
      server.closeAllConnections()
      return ended
    })()
    await closed
  }
  onTestFinished(close)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close } // it listens on a port
}
