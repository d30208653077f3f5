// The log of a whole desk at its finest level: what is in it, and how one action is followed through it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'

type Line = { readonly level: number; readonly room?: string; readonly msg: string } & Readonly<Record<string, unknown>>

const LEVELS = { debug: 20, info: 30, warn: 40 }

const linesOf = (home: string): Line[] =>
  readFileSync(join(home, 'logs', 'desk.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line) // as pino writes it

/** A desk that receives, with one brand whose articles the sandbox confirms. */
const openDesk = async (logLevel: string) => {
  const opened = await openPublishingDesk({ brands: 1, desk: { isReceiverWanted: true, logLevel } })
  const { call, brand, cms, home } = opened
  const { secret, url } = await call('webhooks.rotateSecret', { brandId: brand.id, sessionOnly: true })
  await cms.webhookTo({ teamId: brand.teamId, url, secret })
  return { ...opened, secret, lines: () => linesOf(home) }
}

test('an intent is followed by its id: its states, its requests, the wait after a 429, its delivery', async () => {
  const { publish, sandbox, brand, call, next, close, secret, lines, home } = await openDesk('trace')
  await sandbox.fault({ operation: 'cms.publish', kind: 'status', status: 429, retryAfterSeconds: 0.2 })
  const received = next('webhooks.received', () => true)
  const { id } = await publish({ provider: 'webhook', articleSlugs: ['tea'] })
  const { delivery } = await received
  await whenIntent({ call, next }, id)
  await close()

  const own = lines().filter(({ intentId }) => intentId === id)
  const common = { intentId: id, brandId: brand.id }
  const request = { ...common, room: 'service-client', msg: 'request', operation: 'cms.publish' }
  const intent = { ...common, level: LEVELS.info, room: 'journal', msg: 'intent', kind: 'publish' }
  expect(own.filter(({ msg }) => msg === 'request' || msg === 'intent')).toMatchObject([
    { ...intent, event: 'create', state: 'ready' },
    { ...intent, event: 'begin', state: 'in_flight' },
    { ...request, level: LEVELS.warn, status: 429, attempt: 1, retryAfterMs: 200, ms: expect.any(Number) },
    { ...request, level: LEVELS.debug, status: 200, attempt: 2, ms: expect.any(Number) },
    { ...intent, event: 'settle', state: 'confirmed' },
  ])
  expect(own).toContainEqual(
    expect.objectContaining({ ...common, room: 'service-client', msg: 'limiter wait', operation: 'cms.publish' }),
  )
  expect(own).toContainEqual(expect.objectContaining({ room: 'store', msg: 'query', query: 'intents.apply' }))
  expect(lines()).toContainEqual(
    expect.objectContaining({ room: 'webhooks', msg: 'delivery', brandId: brand.id, deliveryId: delivery.id }),
  )
  const text = readFileSync(join(home, 'logs', 'desk.log'), 'utf8')
  expect([secret, ...sandbox.brands.map(({ key }) => key)].filter((one) => text.includes(one))).toEqual([])
})

test('a sync run is followed by its id, from its begin over each request to its end', async () => {
  const { sync, sandbox, brand, lines } = await openDesk('trace')
  await sandbox.fault({ operation: 'topicClusters.list', kind: 'status', status: 403 })
  const run = await sync({ datasets: ['clusters', 'tracked'] })
  const own = lines().filter(({ runId, msg }) => runId === run.runId && msg !== 'query')
  expect(own.at(0)).toMatchObject({ level: LEVELS.info, room: 'sync', msg: 'sync run began', origin: 'person' })
  expect(own.at(-1)).toMatchObject({ level: LEVELS.info, msg: 'sync run ended', done: 1, failed: 1, total: 2 })
  const asked = { msg: 'request', brandId: brand.id }
  expect(own).toContainEqual(
    expect.objectContaining({ ...asked, level: LEVELS.debug, operation: 'rankTracking.keywords', status: 200 }),
  )
  expect(own).toContainEqual(
    expect.objectContaining({ ...asked, level: LEVELS.info, operation: 'topicClusters.list', status: 403 }),
  )
  expect(own).toContainEqual(expect.objectContaining({ msg: 'dataset was not synced', dataset: 'clusters' }))
})

test('each migration of a new data folder is a line; requests that succeed at once are none at level info', async () => {
  const { sync, lines } = await openDesk('info')
  await sync({ datasets: ['tracked'] })
  const migrations = lines().filter(({ msg }) => msg === 'migration')
  expect(migrations).toContainEqual(expect.objectContaining({ room: 'store', file: 'core', ms: expect.any(Number) }))
  expect(migrations).toContainEqual(expect.objectContaining({ room: 'store', file: 'cache', name: expect.any(String) }))
  expect(lines().filter(({ level }) => level < LEVELS.info)).toEqual([])
})
