// What the routes of the sandbox are made of.
import type { HttpBindings } from '@hono/node-server'
import type { ServiceProfile } from '../src-shared/service/profile.ts'
import type { ToolDeps } from './mcp/tool.ts'
import type { BrandState } from './state/brand-state.ts'
import type { LoggedRequest, RequestLog } from './state/request-log.ts'

export type AppDeps = ToolDeps & {
  readonly profile: ServiceProfile
  readonly brands: readonly BrandState[]
  readonly log: RequestLog
  /** Its own address; empty until it listens. */
  readonly baseUrl: () => string
}

export type AppEnv = { Bindings: HttpBindings; Variables: { entry: LoggedRequest } }
