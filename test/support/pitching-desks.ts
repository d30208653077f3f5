// Whole desks of a team that have the key of the same brand, over one service that sends at once.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import type { SendingService } from './sending-service.ts'
import type { TeamDatabase } from './team-database.ts'
import { openTeamDesk, type TeamDesk, untilTrue } from './team-desk.ts'

export const BRAND = 'acme'
const limits = { requestsPerMinute: 100_000 }
const ENDED = ['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled']

export type PitchingDesk = TeamDesk & {
  readonly name: string
  /** The id of the intent, or why it was refused. */
  readonly pitch: (
    contactIds: readonly string[],
    more?: Partial<CallInput<'outreach.queue'>>,
  ) => Promise<string | DeskError>
  readonly pitchPreview: (previewId: string, more: Partial<CallInput<'outreach.queue'>>) => Promise<string | DeskError>
  readonly freeze: (contactIds: readonly string[]) => Promise<string>
  /** Once this desk sees that it has. */
  readonly ended: (intentId: string) => Promise<void>
  /** Once this desk sees that its pitches name their conversations of the outbox. */
  readonly linked: (intentId: string) => Promise<void>
  /** Ends the hold as soon as this desk knows of it. */
  readonly release: (intentId: string) => Promise<void>
}

type Options = {
  readonly service: SendingService
  readonly name: string
  /** It tells the team where the service is. */
  readonly isFirst?: boolean
  /** Of what is between it and PostgreSQL. */
  readonly port?: number
  /** Whether it read the contacts, the mailboxes and the outbox. */
  readonly hasRead?: boolean
}

export const openPitchingDesk = async (
  team: TeamDatabase,
  { service, name, isFirst = false, hasRead = true, ...access }: Options,
): Promise<PitchingDesk> => {
  const desk = await openTeamDesk(team, name, { role: 'admin', ...access })
  const { call } = desk
  if (isFirst) await call('service.setProfile', { baseUrl: service.baseUrl, limits })
  await untilTrue(desk, async () => (await call('brands.list', {})).brands.some(({ id }) => id === BRAND))
  await call('brands.replaceKey', { brandId: BRAND, key: `sk_live_${'a'.repeat(24)}`, sessionOnly: true })
  if (hasRead) {
    await desk.sync({ datasets: ['prospects', 'contacts', 'outbox', 'mailboxes'] })
    while ((await call('outreach.mailboxes', { brandIds: [BRAND] })).freshAsOf === null);
  }
  const answerOf = (input: CallInput<'outreach.queue'>): Promise<string | DeskError> =>
    call('outreach.queue', input).then(
      ({ intentId }) => intentId,
      (error: unknown) => {
        if (error instanceof DeskError) return error
        throw error
      },
    )
  const pitch: PitchingDesk['pitch'] = (contactIds, more = {}) => {
    const items = contactIds.map((id) => ({ prospectEmailId: id, subject: 'An idea', body: `Hello ${id}` }))
    return answerOf({ brandId: BRAND, items, holdSeconds: 0, ...more })
  }
  const freeze = async (contactIds: readonly string[]) => {
    const recipients = contactIds.map((contactId) => ({ brandId: BRAND, contactId }))
    const template = { subject: 'An idea', body: 'Hello' }
    return (await call('outreach.freeze', { template, recipients })).previewId
  }
  const seen = (intentId: string, fits: (intent: IntentWithItems) => boolean) =>
    untilTrue(desk, async () => {
      const intent = await call('intents.get', { id: intentId }).catch(() => null) // not in this mirror yet
      return intent !== null && fits(intent)
    })
  const ended = (intentId: string) => seen(intentId, ({ state }) => ENDED.includes(state))
  const linked = (intentId: string) =>
    seen(intentId, ({ items }) =>
      items.every(({ result }) => result.conversationId !== undefined && result.isUnlisted !== true),
    )
  const release = async (id: string) => {
    await seen(id, () => true)
    await call('intents.releaseNow', { id })
  }
  const pitchPreview: PitchingDesk['pitchPreview'] = (previewId, more) => answerOf({ previewId, ...more })
  return { ...desk, name, pitch, pitchPreview, freeze, ended, linked, release }
}
