// A sandbox with many contacts a brand and a desk that knows them, each a process of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '../../../src-main/demo/demo.ts'
import { spawnSandbox } from '../../../src-main/demo/sandbox-process.ts'
import { type DeskProcess, startDeskProcess } from '../../support/desk-process.ts'
import { runSync } from './run-sync.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export type OutreachBrand = {
  readonly id: string
  readonly key: string
  /** Contacts with an address and nothing waiting. */
  readonly contactIds: readonly string[]
  /** Contacts of conversations in its outbox. */
  readonly pitchedIds: readonly string[]
}

type Listed = { readonly items: readonly Readonly<Record<string, string | null>>[] }

/** More than any search for sites takes that a brand begins with. */
const ENDED_AFTER_MS = 120_000

/** The searches that brands begin with are over: the desk would look at them now and then, for minutes. */
const endSearches = async ({ baseUrl, brands }: { baseUrl: string; brands: readonly { key: string }[] }) => {
  for (const { key } of brands) {
    const reply = await fetch(`${baseUrl}/v3/outreach/prospects`, { headers: { authorization: `Bearer ${key}` } })
    await reply.arrayBuffer()
  }
  const body = JSON.stringify({ advanceMs: ENDED_AFTER_MS })
  const reply = await fetch(`${baseUrl}/__sandbox/clock`, { method: 'POST', body })
  if (!reply.ok) throw new Error('The clock of the sandbox was not moved.')
}

const contactsOf = async (
  baseUrl: string,
  key: string,
  count: number,
): Promise<Pick<OutreachBrand, 'contactIds' | 'pitchedIds'>> => {
  const list = async (path: string) => {
    const reply = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
    return ((await reply.json()) as Listed).items // the sandbox's own listing
  }
  const known = new Set((await list('/v3/outreach/outbox/emails')).map((row) => row.prospectEmailId))
  const people = await list('/v3/outreach/prospects/emails')
  const free = people.flatMap(({ id, email }) => (email && id && !known.has(id) ? [id] : []))
  if (free.length < count) throw new Error(`The sandbox has only ${free.length} free contacts.`)
  return { contactIds: free.slice(0, count), pitchedIds: [...known].flatMap((id) => id ?? []) }
}

export const startOutreachAgency = async (
  scale: { brands: number; pitches: number },
  env: Readonly<Record<string, string>> = {},
) => {
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  // About one contact in seven has no address.
  const contacts = `${Math.ceil(scale.pitches * 1.25) + 100}`
  const sizes = ['--brands', `${scale.brands}`, '--keywords', '10', '--days', '2', '--contacts', contacts]
  const args = [join(root, 'src-sandbox', 'cli.ts'), ...sizes]
  const sandbox = await startDemo({ startSandbox: spawnSandbox({ command: process.execPath, args }) })
  await endSearches(sandbox)
  const desk: DeskProcess = await startDeskProcess({ home, isBuilt: true, env: { AGENCY_DESK_LOG: 'warn', ...env } })
  await desk.value('desk.setSettings', { syncEveryMinutes: 0 })
  await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
  const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
  const { results } = await desk.value('brands.addMany', { rows, sessionOnly: true })
  // Not the mailboxes: 10,000 pitches are more than a made-up brand's would send in half a year, and the desk would say so.
  await runSync(desk, { datasets: ['prospects', 'contacts', 'outbox'] })
  const brands: OutreachBrand[] = []
  for (const [place, { brand }] of results.entries()) {
    const key = sandbox.brands[place]?.key
    if (brand === undefined || key === undefined) throw new Error('A brand was not added.')
    brands.push({ id: brand.id, key, ...(await contactsOf(sandbox.baseUrl, key, scale.pitches)) })
  }
  return {
    desk,
    baseUrl: sandbox.baseUrl,
    brands,
    close: async () => {
      await desk.stop()
      await sandbox.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
export type OutreachAgency = Awaited<ReturnType<typeof startOutreachAgency>>
