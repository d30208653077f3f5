// The routes of the sandbox are the operation table under the profile; a path is written nowhere else.
import { type Context, Hono } from 'hono'
import { toWireFields } from '../src-shared/service/fields.ts'
import { OPERATION_NAMES, type OperationName } from '../src-shared/service/operations.ts'
import { fieldsOf, placeOf, readingsOf } from '../src-shared/service/profile.ts'
import { toWireReadings } from '../src-shared/service/readings.ts'
import type { AppDeps, AppEnv } from './app-deps.ts'
import { addControlRoutes } from './control.ts'
import { CONTROL_PATH } from './create-control.ts'
import { admit, handle } from './execute.ts'
import { answerAfter, answerBefore, errorAnswer, jsonAnswer } from './fault-answers.ts'
import { addMcpRoutes } from './mcp/routes.ts'
import { bearerOf, parseRequest, teamIdOf } from './request-parts.ts'
import { ServiceError } from './service-error.ts'
import { type BrandState, brandOfTeam } from './state/brand-state.ts'
import { type LoggedRequest, loggableQuery } from './state/request-log.ts'

/** Where success is not 200. */
const SUCCESS_STATUS: { readonly [Name in OperationName]?: number } = { 'outreach.findPeople': 202 }

export const createApp = (deps: AppDeps) => {
  const app = new Hono<AppEnv>()
  app.onError((error) => errorAnswer(asServiceError(error)))
  app.notFound(() => errorAnswer(new ServiceError(404, 'no such endpoint')))
  addControlRoutes(app, deps)
  logRequests(app, deps)
  const mcp = addMcpRoutes(app, deps)
  const places = OPERATION_NAMES.map((name) => ({ name, ...placeOf(deps.profile, name) }))
  // A fixed path comes before one with a parameter, or `/ai-models/:modelId` would match `/ai-models/refresh-interval`.
  const ordered = places.toSorted((left, right) => left.path.split(':').length - right.path.split(':').length)
  for (const { name, method, path } of ordered) app.on(method, path, (context) => answer(name, context, deps))
  return { fetch: app.fetch, close: mcp.close }
}

const asServiceError = (error: Error): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(500, `the sandbox failed: ${error.message}`)

const logRequests = (app: Hono<AppEnv>, { clock, log }: AppDeps): void => {
  app.use('*', async (context, next) => {
    if (context.req.path.startsWith(`${CONTROL_PATH}/`)) return next()
    const { pathname, searchParams } = new URL(context.req.url)
    const entry: LoggedRequest = {
      at: new Date(clock.now()).toISOString(),
      method: context.req.method,
      path: pathname,
      query: loggableQuery(searchParams),
      operation: null,
      teamId: null,
      status: null,
    }
    log.add(entry)
    context.set('entry', entry)
    await next()
    entry.status = context.env.outgoing.destroyed || context.env.outgoing.headersSent ? null : context.res.status
  })
}

/** Key, limiter, fault, fields and team are checked in this order, as a gateway would; then the handler runs. */
const answer = async (name: OperationName, context: Context<AppEnv>, deps: AppDeps): Promise<Response> => {
  const entry = context.get('entry')
  entry.operation = name
  const brand = brandOfKey(context.req.header('authorization'), deps.brands)
  entry.teamId = brand.teamId
  const fault = await admit(name, brand, deps)
  const early = fault && answerBefore(fault, context.env)
  if (early !== undefined) return early
  const query = new URL(context.req.url).searchParams
  const body = context.req.method === 'GET' ? '' : await context.req.text()
  const parsed = parseRequest(deps.profile, name, { path: context.req.param(), query, body })
  refuseOtherTeam(teamIdOf(deps.profile, name, query, parsed), brand, deps.brands)
  const reply = await handle(name, parsed, brand, deps)
  const measured = toWireReadings(readingsOf(deps.profile, name), reply)
  const text = JSON.stringify(toWireFields(fieldsOf(deps.profile, name, 'response'), measured))
  const late = fault && answerAfter(fault, text, context.env)
  return late ?? jsonAnswer(text, SUCCESS_STATUS[name])
}

const brandOfKey = (header: string | undefined, brands: readonly BrandState[]): BrandState => {
  const key = bearerOf(header)
  if (key === undefined) throw new ServiceError(401, 'missing API key: send Authorization: Bearer <API_KEY>')
  const brand = brands.find((one) => one.key === key)
  if (brand === undefined) throw new ServiceError(401, 'invalid API key')
  return brand
}

const refuseOtherTeam = (teamId: string | undefined, brand: BrandState, brands: readonly BrandState[]): void => {
  if (teamId === undefined || brandOfTeam(brands, teamId) === brand) return
  throw new ServiceError(403, 'this API key has no access to that brand')
}
