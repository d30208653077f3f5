// A journal over a scripted service, real HTTP and real files, for an intent that is not publishing.
import { systemClock } from '../../src-main/base/clock.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { CLAIM_TIMES } from '../../src-main/journal/claims.ts'
import { createJournal, type JournalDeps } from '../../src-main/journal/journal.ts'
import { defineKind, type JournalKind } from '../../src-main/journal/kind.ts'
import type { ItemOutcome } from '../../src-main/journal/rules/model.ts'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import type { Store } from '../../src-main/store/store.ts'
import { createTeamParts } from '../../src-main/team-parts.ts'
import { openBrandsDesk } from './brands-desk.ts'
import type { ManualClock } from './manual-clock.ts'
import { type Answer, json, startScriptedServer } from './scripted-server.ts'

type Notice = Parameters<JournalDeps['notify']>[0]

export const queued = (count: number) =>
  json(200, { queued: count, queuedConversationIds: [], updated: 0, skipped: 0, sendNow: false, spacingMs: 0 })

/** As outreach queues: three a call. */
export const pitches: JournalKind = defineKind({
  operation: 'outreach.queue',
  itemsPerBatch: 3,
  request: ({ items }) => ({
    body: {
      items: items.map(({ payload }) => ({
        prospectEmailId: String(payload.to),
        subject: 'Hello',
        body: String(payload.body),
      })),
    },
  }),
  outcomes: (reply, { items }) =>
    items.map(
      ({ item }): ItemOutcome => ({
        item,
        state: reply.queued > 0 ? 'confirmed' : 'skipped',
        reason: null,
        result: {},
      }),
    ),
})

type Faults = (name: string, args: unknown) => boolean

/** The store, whose work fails where `faults.are` says so; where `areLost` does, it is done and the answer is lost. */
const faulty = (store: Store, faults: { are: Faults; areLost: Faults }): Store => {
  const isFault = (name: string, args: unknown) => faults.are(name, args)
  const diskFull = () => Promise.reject(new Error('disk full'))
  return {
    ...store,
    read: (name, args) => (isFault(name, args) ? diskFull() : store.read(name, args)),
    write: async (name, args, ...more) => {
      if (isFault(name, args)) return diskFull()
      const result = await store.write(name, args, ...more)
      if (faults.areLost(name, args)) throw new Error('the thread of the store died')
      return result
    },
  }
}

/** A journal over a scripted service; every kind of intent uses the given definition. */
export const openJournal = async (
  answers: Answer[],
  kind: JournalKind = pitches,
  more: { readonly clock?: ManualClock } = {},
) => {
  const server = await startScriptedServer(...answers)
  const session = createSessionKeychain()
  const { store, client, book, coreFile } = await openBrandsDesk({
    baseUrl: server.baseUrl,
    session,
    ...(more.clock === undefined ? {} : { clock: more.clock, monotonicMs: more.clock.monotonicMs }),
  })
  const brand = await book.insert({
    name: 'Acme',
    teamId: 'team_1',
    keyState: 'ok',
    keyIn: 'session',
    keyOrigin: server.baseUrl,
    demo: false,
    createdAtMs: 1,
  })
  await session.set(`brand:${brand.id}`, 'sk_test')
  const kinds = {
    publish: kind,
    schedule: kind,
    unschedule: kind,
    unpublish: kind,
    queue: kind,
    unqueue: kind,
    discover: kind,
    findPeople: kind,
  }
  let areSendsHeld = false
  const sendsListeners = new Set<() => void>()
  const holdSends = (isHeld: boolean) => {
    areSendsHeld = isHeld
    for (const listener of sendsListeners) listener()
  }
  const faults: { are: Faults; areLost: Faults } = { are: () => false, areLost: () => false }
  const waiters = new Set<() => void>()
  const notices: Notice[] = []
  const wakeAll = () => {
    for (const wake of [...waiters]) wake()
  }
  let onEmit: JournalDeps['emit'] = () => undefined
  const emit: JournalDeps['emit'] = (...event) => {
    wakeAll()
    onEmit(...event)
  }
  /** Does this at once with every event. */
  const onEvent = (then: JournalDeps['emit']) => {
    onEmit = then
  }
  const notify = (notice: Notice) => {
    notices.push(notice)
    wakeAll()
  }
  let onRefused = async (): Promise<unknown> => undefined
  /** What a refused key comes to. */
  const refusing = (then: () => Promise<unknown>) => {
    onRefused = then
  }
  const { clock, claims } = await createTeamParts({
    store,
    clock: more.clock ?? systemClock,
    random: () => 0,
    log: silentLog,
    claimTimes: { ...CLAIM_TIMES, retryMs: 50 },
  })
  const openOne = () => {
    const journal = createJournal({
      store: faulty(store, faults),
      client,
      clock,
      claims,
      emit,
      notify,
      log: silentLog,
      kinds,
      brands: book,
      watchKey: () => ({
        isCurrent: () => true,
        served: async () => undefined,
        refused: async () => void (await onRefused()),
      }),
      sends: {
        areHeld: () => areSendsHeld,
        onChange: (listener) => {
          sendsListeners.add(listener)
          return () => void sendsListeners.delete(listener)
        },
      },
    })
    store.team?.onMirrored(({ isFresh, numbers }) => void journal.refresh(isFresh ? 'all' : (numbers.intent ?? [])))
    return journal
  }
  const journal = openOne()
  const submit = async (count: number, holdSeconds = 0) => {
    const items = Array.from({ length: count }, (_, place) => {
      return { label: `contact ${place}`, payload: { to: `contact_${place}`, body: 'x'.repeat(1000) } }
    })
    const [id = ''] = await journal.submit([
      { kind: 'publish', brandId: brand.id, details: { provider: 'webhook' }, holdSeconds, items },
    ])
    return id
  }
  const until = async <Value>(look: () => Promise<Value | null> | Value | null): Promise<Value> => {
    for (;;) {
      const woken = new Promise<void>((resolve) => waiters.add(resolve))
      const found = await look()
      if (found !== null) return found
      await woken
    }
  }
  const ended = (id: string) =>
    until(async () => {
      const intent = await store.read('intents.get', { id })
      return intent.endedAt === null ? null : intent
    })
  const noticed = () => until(() => notices[0] ?? null)
  const statesOf = async (id: string) => (await ended(id)).items.map(({ state }) => state)
  return {
    onEvent,
    faults,
    server,
    store,
    coreFile,
    book,
    journal,
    openOne,
    submit,
    until,
    ended,
    statesOf,
    noticed,
    brand,
    holdSends,
    refusing,
  }
}

/** The contacts of each request, in its order. */
export const bodiesOf = (seen: readonly { body: string }[]) =>
  seen.map(({ body }) =>
    (JSON.parse(body) as { items: { prospectEmailId: string }[] }).items.map((item) => item.prospectEmailId),
  )
