import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDemoAgency, type DemoAgencyDeps } from '../../../src-main/demo/agency.ts'
import { spawnSandbox } from '../../../src-main/demo/sandbox-process.ts'
import type { Desk } from '../../../src-main/desk.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { json, startScriptedServer } from '../../support/scripted-server.ts'

const READY = { baseUrl: 'http://127.0.0.1:1', brands: [] }
const script = `console.log('${JSON.stringify(READY)}'); process.stdin.resume().on('end', () => process.exit(0))`
const startSandbox = () => spawnSandbox({ command: process.execPath, args: ['-e', script, '--'] })()
const DATASETS = ['rankings', 'history', 'prospects', 'contacts', 'outbox', 'connectors', 'clusters']

const quiet = { warn: () => {}, error: () => {}, info: () => {} }

/** What an agency asks of the store, in memory; `written` are the keys of the settings written. */
const memoryStore = (isSynced = () => true) => {
  const settings = new Map<string, unknown>()
  const written: string[] = []
  const read = async (name: string, args: { readonly key: string }) => {
    await turn()
    if (name === 'settings.get') return settings.get(args.key) ?? null
    return DATASETS.map((dataset) => ({ brandId: 'brand_1', dataset, fetchedAtMs: isSynced() ? 1 : null }))
  }
  const write = async (_name: string, { key, value }: { readonly key: string; readonly value: unknown }) => {
    await turn()
    written.push(key)
    settings.set(key, value)
  }
  return { read, write, written }
}

test('the past of the demo is made once, when two runs of a sync end at the same time', async () => {
  let isSynced = false
  const store = memoryStore(() => isSynced)
  const agency = createDemoAgency({
    ...{ store, log: quiet, startSandbox, notify: () => {}, emit: () => {} },
    book: { list: () => [{ id: 'brand_1', name: 'Acme', slug: 'acme', demo: true }] },
    clock: { now: () => 0 },
  } as unknown as DemoAgencyDeps) // what these calls use of them
  onTestFinished(() => agency.close())
  await agency.start()

  const listeners: ((event: DeskEvent) => void)[] = []
  const desk = {
    call: async () => ({ ok: false, error: { kind: 'service', message: 'not here' } }),
    subscribe: (listener: (event: DeskEvent) => void) => {
      listeners.push(listener)
      return () => listeners.splice(0)
    },
  } as unknown as Desk // only these two are used
  await agency.addHistory(desk)
  expect(store.written).toEqual([])

  isSynced = true
  const ended = { name: 'sync.progress', payload: { run: { endedAt: '2026-01-01T00:00:00Z' } } } as DeskEvent
  const [listener] = listeners
  listener?.(ended)
  listener?.(ended)
  await expect.poll(() => listeners.length).toBe(0)
  for (let more = 0; more < 50; more += 1) await turn()
  expect(store.written).toEqual(['demo-history-made'])
})

test('each start plants what followed the articles and what fell, by the day of the first one', async () => {
  const store = memoryStore()
  const brands: { demo: boolean; teamId: string }[] = []
  const book = { list: () => brands, insert: async (brand: (typeof brands)[number]) => brands.push(brand) }
  const command = { command: process.execPath, args: ['src-sandbox/cli.ts'] }
  const liftsOf = async (nowMs: number) => {
    const deps = { store, book, log: quiet, startSandbox: spawnSandbox(command), notify: () => {}, emit: () => {} }
    const agency = createDemoAgency({ ...deps, clock: { now: () => nowMs } } as unknown as DemoAgencyDeps) // as above
    await agency.start()
    const reply = await fetch(`${agency.baseUrl()}/__sandbox/lifts`)
    const { lifts } = (await reply.json()) as { lifts: { teamId: string; slug: string; from: string }[] } // as it answers
    await agency.close()
    return lifts.sort((one, other) => `${one.teamId} ${one.from}`.localeCompare(`${other.teamId} ${other.from}`))
  }
  const first = await liftsOf(Date.parse('2026-03-30T10:00:00Z'))
  expect(first.length).toBeGreaterThan(12)
  expect(new Set(first.map(({ from }) => from))).toEqual(
    new Set(['2026-03-04', '2026-03-05', '2026-03-23', '2026-03-25', '2026-03-26', '2026-03-27']),
  )
  expect(await liftsOf(Date.parse('2026-04-20T10:00:00Z'))).toEqual(first)
})

test('the demo learns where the webhooks of its brands go, once it runs', async () => {
  const { baseUrl, seen } = await startScriptedServer(json(200, {}))
  const line = `console.log('${JSON.stringify({ baseUrl, brands: [] })}'); process.stdin.resume().on('end', () => process.exit(0))`
  const agency = createDemoAgency({
    ...{ store: memoryStore(), log: quiet, notify: () => {}, emit: () => {}, clock: { now: () => 0 } },
    startSandbox: spawnSandbox({ command: process.execPath, args: ['-e', line, '--'] }),
    book: { list: () => [{ id: 'brand_1', name: 'Acme', slug: 'acme', demo: true }] },
  } as unknown as DemoAgencyDeps) // as above
  onTestFinished(() => agency.close())
  const target = { teamId: 'acme', url: 'http://127.0.0.1:2/hooks/acme', secret: 'whsec_1' }
  await agency.sendWebhooksTo(target)
  await agency.start()
  await agency.sendWebhooksTo(target)
  expect(seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([['/__sandbox/webhooks', target]])
})
