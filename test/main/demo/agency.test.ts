import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDemoAgency, type DemoAgencyDeps } from '../../../src-main/demo/agency.ts'
import { spawnSandbox } from '../../../src-main/demo/sandbox-process.ts'
import type { Desk } from '../../../src-main/desk.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'

const READY = { baseUrl: 'http://127.0.0.1:1', brands: [] }
const script = `console.log('${JSON.stringify(READY)}'); process.stdin.resume().on('end', () => process.exit(0))`
const startSandbox = () => spawnSandbox({ command: process.execPath, args: ['-e', script, '--'] })()
const DATASETS = ['rankings', 'contacts', 'outbox', 'connectors']

test('the past of the demo is made once, when two runs of a sync end at the same time', async () => {
  let isSynced = false
  const made: string[] = []
  const settings = new Map<string, unknown>()
  const store = {
    read: async (name: string, args: { readonly key: string }) => {
      await turn()
      if (name === 'settings.get') return settings.get(args.key) ?? null
      return DATASETS.map((dataset) => ({ brandId: 'brand_1', dataset, fetchedAtMs: isSynced ? 1 : null }))
    },
    write: async (_name: string, { key, value }: { readonly key: string; readonly value: unknown }) => {
      await turn()
      made.push(key)
      settings.set(key, value)
    },
  }
  const quiet = { warn: () => {}, error: () => {}, info: () => {} }
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
  expect(made).toEqual([])

  isSynced = true
  const ended = { name: 'sync.progress', payload: { run: { endedAt: '2026-01-01T00:00:00Z' } } } as DeskEvent
  const [listener] = listeners
  listener?.(ended)
  listener?.(ended)
  await expect.poll(() => listeners.length).toBe(0)
  for (let more = 0; more < 50; more += 1) await turn()
  expect(made).toEqual(['demo-history-made'])
})
