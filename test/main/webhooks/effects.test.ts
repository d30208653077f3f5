// The rows that follow from deliveries, when many come at once: senders go first, but a page misses none.
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { ARRIVAL_INSERT, arrivalValues } from '../../../src-main/store/arrival.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { inboxFileOf } from '../../../src-main/store/inbox.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { tables } from '../../../src-main/tables.ts'
import { createEffects, type EffectsDeps } from '../../../src-main/webhooks/effects.ts'
import { createDeriveDeliveries } from '../../../src-main/webhooks/queries/derive-deliveries.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const PAGE = {
  brandIds: 'all' as const,
  filter: {},
  sort: [{ by: 'receivedAt' as const, direction: 'asc' as const }],
  limit: 1,
}

type Line = { readonly msg: string; readonly deliveries?: number; readonly deliveryId?: string }

const effectsDesk = async (rest: EffectsDeps['rest'], cut: (store: Store) => Store = (store) => store) => {
  const desk = await tempStore()
  const { id: brandId } = await desk.store.write('brands.insert', newBrand('Acme'))
  const lines: Line[] = []
  const seen: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }) // pino's own lines
  const effects = createEffects({
    store: cut(desk.store),
    log,
    emit: (name, payload) => {
      if (name === 'webhooks.received' && 'delivery' in payload) seen.push(payload.delivery.slug ?? '')
    },
    onArticlesApplied: () => undefined,
    ...(rest === undefined ? {} : { rest }),
  })
  /** Adds deliveries as the receiver does. */
  const arrive = (count: number): void => {
    const inbox = new Database(inboxFileOf(desk.coreFile))
    const insert = inbox.prepare(ARRIVAL_INSERT)
    const head = { brandId, receivedAtMs: 1000, status: 'accepted', event: 'article.published', reason: null }
    const more = { secretUsed: 'current', bytes: 2, path: '/hooks/acme', headers: '[]', body: Buffer.from('{}') }
    inbox.transaction(() => {
      for (let at = 0; at < count; at += 1) {
        insert.run(...arrivalValues({ ...head, ...more, slug: `s${at}`, title: `T${at}` }))
      }
    })()
    inbox.close()
  }
  const shown = async () => (await desk.store.read('deliveries.page', PAGE)).total
  return { ...desk, effects, arrive, lines, seen, shown }
}

/** A rest that ends only when it is cut short. */
const endlessRest = () => {
  const begun = Promise.withResolvers<void>()
  const rest = (_ms: number, signal: AbortSignal) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut short'))))
  }
  return { begun: begun.promise, rest }
}

test('the desk rests between its steps while deliveries keep coming, and a page that asks gets all of them', async () => {
  const { begun, rest } = endlessRest()
  const { effects, arrive, seen, shown } = await effectsDesk(rest)
  arrive(1000)
  effects.noteArrivals()
  await begun
  expect(await shown()).toBe(250)
  await effects.applyAll()
  expect(await shown()).toBe(1000)
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, at) => `s${at}`))
})

test('the desk does not rest when it ends', async () => {
  const { begun, rest } = endlessRest()
  const { effects, arrive, shown } = await effectsDesk(rest)
  arrive(1000)
  effects.noteArrivals()
  await begun
  await effects.close()
  expect(await shown()).toBe(1000)
})

test('the desk goes on without a rest once no more deliveries come', async () => {
  let rests = 0
  const { effects, arrive, shown } = await effectsDesk(async () => {
    rests += 1
  })
  arrive(1000)
  effects.noteArrivals()
  while ((await shown()) < 1000) await setImmediate()
  expect(rests).toBe(1)
})

test('what could not be derived is derived later, though no more deliveries come', async () => {
  let isCut = true
  const pauses: number[] = []
  const rest = async (ms: number) => {
    pauses.push(ms)
    isCut = pauses.length < 2
  }
  const cut = (store: Store): Store => ({
    ...store,
    write: (name, ...args) => (isCut ? Promise.reject(new Error('The team waits.')) : store.write(name, ...args)),
  })
  const { effects, arrive, shown } = await effectsDesk(rest, cut)
  arrive(2)
  effects.noteArrivals()
  await expect.poll(shown).toBe(2)
  expect(pauses).toEqual([15_000, 15_000])
})

test('each of a few deliveries has a line in the log; many of one step share a line', async () => {
  const { effects, arrive, lines } = await effectsDesk(undefined)
  arrive(2)
  await effects.applyAll()
  arrive(300)
  await effects.applyAll()
  expect(lines.map(({ msg, deliveries, deliveryId }) => [msg, deliveries ?? deliveryId])).toEqual([
    ['delivery', expect.any(String)],
    ['delivery', expect.any(String)],
    ['deliveries', 250],
    ['deliveries', 50],
  ])
})

test('a delivery of which an effect fails is shown like the others, and its failure says why', () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const { id: brandId } = insertBrand(db, newBrand('Acme', { id: 'acme' }))
  const insert = db.inbox.prepare(ARRIVAL_INSERT)
  const head = { brandId, receivedAtMs: 1000, status: 'accepted', event: 'article.published', reason: null }
  const more = { secretUsed: 'current', bytes: 2, path: '/hooks/acme', headers: '[]', body: Buffer.from('{}') }
  for (const slug of ['good', 'bad']) insert.run(...arrivalValues({ ...head, ...more, slug, title: slug }))
  const derive = createDeriveDeliveries((_, { slug }) => {
    if (slug === 'bad') throw new DeskError('conflict', 'The article is being moved.')
    return { intentId: null, changed: null }
  })
  const { deliveries, applied, failures } = derive(db, { limit: 10 })
  expect(deliveries.map(({ slug }) => slug)).toEqual(['good', 'bad'])
  expect(applied.map(({ article }) => article.slug)).toEqual(['good'])
  expect(failures).toEqual([{ deliveryId: deliveries[1]?.id, message: 'The article is being moved.' }])
})
