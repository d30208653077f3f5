import { z } from 'zod'
import type { AppDeps } from './app-deps.ts'
import type { Control } from './create-control.ts'
import { ServiceError } from './service-error.ts'
import type { BrandOutreach } from './state/outreach.ts'

const OrderSchema = z.strictObject({
  teamId: z.string(),
  /** The next discovery is answered 409 or 503; null: not any more. */
  nextDiscover: z.enum(['conflict', 'unavailable']).nullable().optional(),
  /** The balance from now on. */
  credits: z.number().int().min(0).optional(),
  /** People searches find no people from now on. */
  findsNobody: z.boolean().optional(),
  /** The prospect listing reports refunds from now on; the interface names no field for them. */
  reportsRefunds: z.boolean().optional(),
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

/** State of outreach: credits, counts per contact, and each pitch with its final body. */
export const addOutreachControlRoutes = (
  control: Control,
  { outreach, brands }: Pick<AppDeps, 'outreach' | 'brands'>,
): void => {
  const chosen = (teamId: string | undefined) =>
    outreach.known().filter((brand) => teamId === undefined || brand.teamId === teamId)
  const reply = (teamId?: string) => ({ brands: chosen(teamId).map(reportOf) })

  control.on('GET', '/outreach', reply)
  control.on('GET', '/outreach/pitches', (teamId) => ({ pitches: chosen(teamId).flatMap(pitchesOf) }))
  control.add('/outreach', OrderSchema, ({ teamId, nextDiscover, credits, findsNobody, reportsRefunds }) => {
    const brand = brands.find((one) => one.teamId === teamId)
    const own = brand && outreach.of(brand)
    if (own === undefined) throw new ServiceError(404, 'unknown team, or one without outreach')
    if (nextDiscover !== undefined) own.discovery.order(nextDiscover)
    if (credits !== undefined) own.credits.setBalance(credits)
    if (findsNobody !== undefined) own.people.setBarren(findsNobody)
    if (reportsRefunds !== undefined) own.people.setReporting(reportsRefunds)
    return reply(teamId)
  })
}
