import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './app.ts'
import { CONTROL_PATH, parsed } from './control.ts'
import { ServiceError } from './service-error.ts'
import type { BrandDirectory } from './state/brand-directory.ts'
import type { BrandOutreach, Outreach } from './state/outreach.ts'

const OrderSchema = z.strictObject({
  teamId: z.string(),
  /** The next discovery is answered 409 or 503; null: not any more. */
  nextDiscover: z.enum(['conflict', 'unavailable']).nullable().optional(),
  /** The balance from now on. */
  credits: z.number().int().min(0).optional(),
  /** People searches find no people from now on. */
  findsNobody: z.boolean().optional(),
})

const reportOf = ({ teamId, credits, discovery, outbox, mailboxes }: BrandOutreach) => {
  const waiting = outbox.pitches().filter(({ sentMs }) => sentMs === null).length
  return {
    teamId,
    credits: credits.report(),
    discoveries: discovery.report(),
    outbox: { waiting, sent: outbox.pitches().length - waiting },
    mailboxes: mailboxes.map(({ id }) => id),
    /** Contacts with a pitch; `sent` counts the messages they got. */
    contacts: outbox.counts(),
  }
}

const pitchesOf = ({ teamId, outbox }: BrandOutreach) =>
  outbox.pitches().map(({ mailbox, scheduledMs, sentMs, ...pitch }) => ({
    teamId,
    ...pitch,
    mailboxId: mailbox?.id ?? null,
    scheduledAt: new Date(scheduledMs).toISOString(),
    sentAt: sentMs === null ? null : new Date(sentMs).toISOString(),
  }))

type Deps = { readonly outreach: Outreach; readonly brands: BrandDirectory }

/** State of outreach: credits, counts per contact, and each pitch with its final body. */
export const addOutreachControlRoutes = (app: Hono<AppEnv>, { outreach, brands }: Deps): void => {
  const chosen = (teamId: string | undefined) =>
    outreach.known().filter((brand) => teamId === undefined || brand.teamId === teamId)
  const reply = (teamId?: string) => ({ brands: chosen(teamId).map(reportOf) })

  app.get(`${CONTROL_PATH}/outreach`, (context) => context.json(reply(context.req.query('teamId'))))
  app.get(`${CONTROL_PATH}/outreach/pitches`, (context) =>
    context.json({ pitches: chosen(context.req.query('teamId')).flatMap(pitchesOf) }),
  )
  app.post(`${CONTROL_PATH}/outreach`, async (context) => {
    const order = parsed(OrderSchema, await context.req.text())
    const brand = brands.byTeamId(order.teamId)
    const own = brand === undefined ? undefined : outreach.of(brand)
    if (own === undefined) throw new ServiceError(404, 'unknown team, or one without outreach')
    if (order.nextDiscover !== undefined) own.discovery.order(order.nextDiscover)
    if (order.credits !== undefined) own.credits.setBalance(order.credits)
    if (order.findsNobody !== undefined) own.people.setBarren(order.findsNobody)
    return context.json(reply(order.teamId), 201)
  })
}
