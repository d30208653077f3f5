// Control endpoints for tests. They need no key, so they answer only to a loopback Host and never to a web page.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppDeps, AppEnv } from './app.ts'
import { addCmsControlRoutes } from './control-cms.ts'
import { addOutreachControlRoutes } from './control-outreach.ts'
import { addPermissionControlRoutes } from './control-permissions.ts'
import { errorAnswer } from './fault-answers.ts'
import { FaultSchema } from './faults.ts'
import { ServiceError } from './service-error.ts'

export const CONTROL_PATH = '/__sandbox'

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

const ClockSchema = z.union([
  z.strictObject({ advanceMs: z.number().int() }),
  z.strictObject({ now: z.iso.datetime() }),
])

export const addControlRoutes = (app: Hono<AppEnv>, deps: AppDeps): void => {
  const { faults, log, limiter, clock, replies } = deps
  const clockReply = () => ({ now: new Date(clock.now()).toISOString() })
  app.use(`${CONTROL_PATH}/*`, async (context, next) => {
    const isLocal = LOOPBACK_HOSTS.has(hostNameOf(context.req.header('host')))
    if (isLocal && context.req.header('origin') === undefined) return next()
    return errorAnswer(new ServiceError(403, 'control endpoints answer only on this machine, and to no web page'))
  })
  app.get(`${CONTROL_PATH}/faults`, (context) => context.json({ faults: faults.list() }))
  app.post(`${CONTROL_PATH}/faults`, async (context) => {
    faults.add(parsed(FaultSchema, await context.req.text()))
    return context.json({ faults: faults.list() }, 201)
  })
  app.post(`${CONTROL_PATH}/faults/release`, (context) => {
    faults.release()
    return context.json({ faults: faults.list() })
  })
  app.delete(`${CONTROL_PATH}/faults`, (context) => {
    faults.clear()
    return context.json({ faults: faults.list() })
  })
  app.get(`${CONTROL_PATH}/requests`, (context) => context.json({ requests: log.list() }))
  app.delete(`${CONTROL_PATH}/requests`, (context) => {
    log.clear()
    return context.json({ requests: log.list() })
  })
  app.get(`${CONTROL_PATH}/replies`, (context) => context.json({ replies: replies.list() }))
  app.get(`${CONTROL_PATH}/counts`, (context) => context.json({ counts: limiter.counts() }))
  app.get(`${CONTROL_PATH}/clock`, (context) => context.json(clockReply()))
  app.post(`${CONTROL_PATH}/clock`, async (context) => {
    const change = parsed(ClockSchema, await context.req.text())
    if ('advanceMs' in change) clock.advance(change.advanceMs)
    else clock.set(Date.parse(change.now))
    return context.json(clockReply())
  })
  addCmsControlRoutes(app, deps)
  addOutreachControlRoutes(app, deps)
  addPermissionControlRoutes(app, deps)
}

const hostNameOf = (host: string | undefined): string => {
  const url = `http://${host}`
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : ''
}

export const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> => {
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
