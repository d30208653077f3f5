// The control endpoints of what holds for all brands, and those of its other files.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppDeps, AppEnv } from './app-deps.ts'
import { addCmsControlRoutes, addPermissionControlRoutes } from './control-brands.ts'
import { addOutreachControlRoutes } from './control-outreach.ts'
import { createControl } from './create-control.ts'
import { FaultSchema } from './faults.ts'
import { auditOf } from './handlers/website-audit.ts'

const ClockSchema = z.union([
  z.strictObject({ advanceMs: z.number().int() }),
  z.strictObject({ now: z.iso.datetime() }),
])

/** What an audit of that moment would have come to. */
const PastAuditSchema = z.strictObject({ url: z.string(), at: z.iso.datetime() })

export const addControlRoutes = (app: Hono<AppEnv>, deps: AppDeps): void => {
  const { faults, log, limiter, clock, replies } = deps
  const control = createControl(app)
  const faultsReply = () => ({ faults: faults.list() })
  const requestsReply = () => ({ requests: log.list() })
  const clockReply = () => ({ now: new Date(clock.now()).toISOString() })
  control.on('GET', '/faults', faultsReply)
  control.on('POST', '/faults/release', () => {
    faults.release()
    return faultsReply()
  })
  control.on('DELETE', '/faults', () => {
    faults.clear()
    return faultsReply()
  })
  control.on('GET', '/requests', requestsReply)
  control.on('DELETE', '/requests', () => {
    log.clear()
    return requestsReply()
  })
  control.on('GET', '/replies', () => ({ replies }))
  control.on('GET', '/counts', () => ({ counts: limiter.counts() }))
  control.on('GET', '/clock', clockReply)
  control.add('/faults', FaultSchema, (fault) => {
    faults.add(fault)
    return faultsReply()
  })
  control.set('/clock', ClockSchema, (change) => {
    if ('advanceMs' in change) clock.advance(change.advanceMs)
    else clock.set(Date.parse(change.now))
    return clockReply()
  })
  control.set('/audits', PastAuditSchema, ({ url, at }) => auditOf(url, Date.parse(at)))
  addCmsControlRoutes(control, deps)
  addOutreachControlRoutes(control, deps)
  addPermissionControlRoutes(control, deps)
}
