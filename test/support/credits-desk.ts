import type { ReopeningOptions } from '../../src-main/reopening.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Prospect } from '../../src-shared/service/outreach.ts'
import { openTestDesk } from './composed-desk.ts'
import { whenIntent } from './publishing-desk.ts'
import { openSandbox } from './sandbox.ts'

type OutreachOrder = {
  nextDiscover?: 'conflict' | 'unavailable' | null
  credits?: number
  findsNobody?: boolean
  reportsRefunds?: boolean
}
type OutreachReport = {
  credits: { balance: number; charged: number; refunded: number }
  discoveries: { charged: number; free: number; alreadyRunning: number }
}

/** The outreach side of a sandbox for one brand, by its control endpoints. */
export const outreachControl = (controlUrl: string, teamId: string) => {
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const reply = await fetch(`${controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const report = async (): Promise<OutreachReport> => {
    const { brands } = (await ask(`outreach?teamId=${teamId}`)) as { brands: OutreachReport[] } // what it answers with
    const [brand] = brands
    if (brand === undefined) throw new Error('No call has listed the outreach of this brand yet.')
    return brand
  }
  return {
    report,
    order: (order: OutreachOrder) => ask('outreach', { teamId, ...order }),
    advance: (advanceMs: number) => ask('clock', { advanceMs }),
  }
}

type Opened = { readonly sandbox?: SandboxOptions; readonly desk?: Partial<ReopeningOptions> }

/** A desk with one brand on a real sandbox whose prospects were synced, and short ways to spend its credits. */
export const openCreditsDesk = async (options: Opened = {}) => {
  const sandbox = await openSandbox({ brands: 1, keywords: 10, days: 3, ...options.sandbox })
  const desk = await openTestDesk(options.desk)
  const { call } = desk
  await call('desk.setSettings', { syncEveryMinutes: 0 })
  await call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const [{ name, key, teamId } = { name: '', key: '', teamId: '' }] = sandbox.brands
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  const control = outreachControl(sandbox.controlUrl, teamId)

  const syncSites = () => desk.sync({ brandIds: [brandId], datasets: ['prospects', 'contacts'] })
  /** The checks that some brands begin with are over: nothing runs. */
  const calmDown = async () => {
    await syncSites()
    await control.advance(120_000)
    await syncSites()
  }
  const prospects = async () => (await call('prospects.page', { brandIds: [brandId], limit: 500 })).rows
  const isSearchable = ({ status, more }: { status: string; more: Pick<Prospect, string> }) =>
    status === 'new' && !['self-serve', 'creator platform'].includes(String(more.opportunity))
  /** Ids of sites that can be searched, in their order. */
  const searchable = async (count: number): Promise<string[]> =>
    (await prospects())
      .filter(isSearchable)
      .map(({ id }) => id)
      .slice(0, count)
  const discover = async (input: Partial<CallInput<'outreach.discover'>> = {}) =>
    whenIntent(desk, (await call('outreach.discover', { brandId, ...input })).intentId)
  const findPeople = async (prospectIds: string[], input: Partial<CallInput<'outreach.findPeople'>> = {}) =>
    whenIntent(desk, (await call('outreach.findPeople', { brandId, prospectIds, ...input })).intentId)
  const ledger = async () => call('outreach.ledger', { brandIds: [brandId] })
  return {
    ...desk,
    sandbox,
    brandId,
    teamId,
    name,
    key,
    control,
    syncSites,
    calmDown,
    prospects,
    searchable,
    discover,
    findPeople,
    ledger,
  }
}
