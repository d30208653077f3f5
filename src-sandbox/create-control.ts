// Control endpoints for tests. They need no key, so they answer only to a loopback Host and never to a web page.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './app-deps.ts'
import { errorAnswer } from './fault-answers.ts'
import { ServiceError } from './service-error.ts'

export const CONTROL_PATH = '/__sandbox'

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Adds routes below CONTROL_PATH that answer JSON. */
export const createControl = (app: Hono<AppEnv>) => {
  const routes = app.basePath(CONTROL_PATH)
  routes.use('*', async (context, next) => {
    const isLocal = LOOPBACK_HOSTS.has(hostNameOf(context.req.header('host')))
    if (isLocal && context.req.header('origin') === undefined) return next()
    return errorAnswer(new ServiceError(403, 'control endpoints answer only on this machine, and to no web page'))
  })
  const postWith =
    (status: 200 | 201) =>
    <Schema extends z.ZodType>(path: string, schema: Schema, change: (body: z.output<Schema>) => object) =>
      routes.post(path, async (context) => context.json(change(parsed(schema, await context.req.text())), status))
  return {
    /** A request without a body; `reply` gets the `teamId` of its query. */
    on: (method: 'GET' | 'POST' | 'DELETE', path: string, reply: (teamId?: string) => object) =>
      routes.on(method, path, (context) => context.json(reply(context.req.query('teamId')))),
    /** A POST that changes something, answered 200: `change` gets its body, checked by `schema`. */
    set: postWith(200),
    /** A POST that adds something, answered 201. */
    add: postWith(201),
  }
}
export type Control = ReturnType<typeof createControl>

const hostNameOf = (host: string | undefined): string => URL.parse(`http://${host ?? ''}`)?.hostname ?? ''

const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> => {
  const result = schema.safeParse(jsonFrom(text))
  if (!result.success) throw new ServiceError(400, z.prettifyError(result.error))
  return result.data
}

const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError(400, 'body: is not JSON')
  }
}
