// Acts that cost credits, through a desk that is killed, and what the service charged by then.
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import { openCrashDesk, whenQuiet } from './crash-desk.ts'
import { outreachControl } from './credits-desk.ts'
import type { DeskProcess } from './desk-process.ts'
import { syncAll } from './sync-all.ts'

type Paid = {
  readonly action: 'discover' | 'findPeople'
  readonly path: string
  readonly items: number
  readonly credits: number
}
export const DISCOVER: Paid = { action: 'discover', path: '/v3/outreach/discover/run', items: 1, credits: 25 }
export const FIND_PEOPLE: Paid = {
  action: 'findPeople',
  path: '/v3/outreach/prospects/find-people',
  items: 3,
  credits: 15,
}

/** A desk behind the cutting proxy whose brand has its prospects, with nothing running at the service. */
export const openCreditsCrash = async ({ action, items }: Paid) => {
  const crash = await openCrashDesk()
  const { sandbox, first, brandId } = crash
  const control = outreachControl(sandbox.controlUrl, sandbox.brands[0]?.teamId ?? '')
  await syncAll(first, { brandIds: [brandId], datasets: ['prospects', 'contacts'] })
  await control.advance(120_000)
  await syncAll(first, { brandIds: [brandId], datasets: ['prospects', 'contacts'] })
  const before = (await control.report()).credits.charged
  const { rows } = await first.value('prospects.page', { brandIds: [brandId], limit: 500 })
  const prospectIds = rows
    .filter(
      ({ status, more }) => status === 'new' && !['self-serve', 'creator platform'].includes(String(more.opportunity)),
    )
    .map(({ id }) => id)
    .slice(0, items)
  const charged = async (): Promise<number> => (await control.report()).credits.charged - before
  return {
    ...crash,
    /** Asks for it; the intent's id. */
    pay: async (desk: DeskProcess): Promise<string> =>
      action === 'discover'
        ? (await desk.value('outreach.discover', { brandId })).intentId
        : (await desk.value('outreach.findPeople', { brandId, prospectIds })).intentId,
    /** What the service charged for it, refunds not counted. */
    charged,
    ledger: async (desk: DeskProcess) =>
      (await desk.value('outreach.ledger', { brandIds: [brandId] })).rows.map(({ intentId, charged, mayComeBack }) => ({
        intentId,
        charged,
        mayComeBack,
      })),
    /** A person looked, says that it was not done, and sends it again: the new intent. */
    sendAgain: async (desk: DeskProcess, id: string): Promise<IntentWithItems> => {
      await desk.value('intents.resolve', { id, as: 'failed' })
      const { newIntentId } = await desk.value('intents.resolve', { id, as: 'retry' })
      if (newIntentId === null) throw new Error('There was nothing to send again.')
      await desk.value('intents.releaseNow', { id: newIntentId })
      return whenQuiet(desk, newIntentId)
    },
  }
}
