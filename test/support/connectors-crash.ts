// A desk in a process of its own with all brands of a sandbox, behind the cutting proxy: to be ended at an exact point of
// an apply, and started again on the same data folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCuttingProxy } from './cutting-proxy.ts'
import { type DeskProcess, startDeskProcess } from './desk-process.ts'
import { openSandbox } from './sandbox.ts'
import { syncAll } from './sync-all.ts'

/** A path of its own, so that the proxy can distinguish a change from a read. */
export const CHANGES_PATH = '/moved/permissions'

const profile = {
  limits: { requestsPerMinute: 10_000 },
  operations: { 'connectors.update': { path: CHANGES_PATH } },
} as const

export const openConnectorsCrash = async (brands: number) => {
  const sandbox = await openSandbox({ brands, keywords: 1, days: 1, profile })
  const elsewhere = async (body: {
    teamId: string
    role?: 'admin'
    permissions?: Record<string, 'allow' | 'deny'>
  }) => {
    const reply = await fetch(`${sandbox.controlUrl}/connectors`, { method: 'POST', body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  }
  const proxy = await startCuttingProxy(sandbox.baseUrl)
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-cut-off-'))
  const running = new Set<DeskProcess>()
  onTestFinished(async () => {
    for (const desk of running) await desk.stop('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  const start = async (): Promise<DeskProcess> => {
    const desk = await startDeskProcess({ home })
    running.add(desk)
    return desk
  }
  const first = await start()
  await first.value('service.setProfile', { baseUrl: proxy.url, ...profile })
  const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
  const { results } = await first.value('brands.addMany', { rows, sessionOnly: true })
  const ids = results.map(({ brand }) => brand?.id ?? '')
  return {
    sandbox,
    proxy,
    home,
    first,
    ids,
    elsewhere,
    sync: (desk: DeskProcess) => syncAll(desk, { datasets: ['connectors'] }),
    end: async (desk: DeskProcess, signal: NodeJS.Signals) => {
      running.delete(desk)
      await desk.stop(signal)
    },
    restart: start,
    /** Keys of a session go with the process: the person gives them again. */
    giveKeys: async (desk: DeskProcess) => {
      for (const [index, { key }] of sandbox.brands.entries())
        await desk.value('brands.replaceKey', { brandId: ids[index] ?? '', key, sessionOnly: true })
    },
    changesSent: async (): Promise<number> =>
      (await sandbox.requests()).filter(({ operation }) => operation === 'connectors.update').length,
  }
}
