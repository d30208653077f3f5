// Builds the outreach rooms: paid actions, composing, queueing and the outbox. The journal gets their kinds first, then the
// handlers get the journal.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { createComposingHandlers } from '../composing/calls.ts'
import { createFrozen } from '../composing/frozen.ts'
import { createLedgerHandlers } from '../credits/ledger.ts'
import { createPriceGate, withPrice } from '../credits/price-gate.ts'
import { createQuotes } from '../credits/quote.ts'
import type { Emit } from '../desk.ts'
import type { Journal } from '../journal/journal.ts'
import { discoverKind } from '../prospects/discover.ts'
import { createDiscoverHandlers } from '../prospects/discover-calls.ts'
import { findPeopleKind } from '../prospects/find-people.ts'
import { createMarkHandlers } from '../prospects/marks.ts'
import { createOutreachWatch, type WatchDeps } from '../prospects/watch.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import type { Store } from '../store/store.ts'
import { createSuppressionHandlers } from '../suppressions/suppressions.ts'
import { createOutboxHandlers } from './calls.ts'
import { createContactHistory } from './contact-history.ts'
import { outreachKinds } from './kinds.ts'
import { createOutboxReader } from './outbox-read.ts'
import { createOutboxState } from './outbox-state.ts'
import { withoutForeign } from './skip-foreign.ts'
import { withSuppressions } from './skip-suppressed.ts'

export type OutreachDeps = {
  readonly store: Store
  readonly client: ServiceClient
  readonly book: BrandBook
  readonly clock: Clock
  readonly deleteOld: DeleteOld
  readonly emit: Emit
  readonly log: Log
  readonly baseUrl: () => string
  readonly isDemoRunning: () => boolean
  /** Numbers of outbox listings, shared with the sync (outbox-batches.ts). */
  readonly nextOutboxBatch: () => number
  readonly subscribe: WatchDeps['subscribe']
  readonly refresh: WatchDeps['refresh']
  readonly onOutboxRead: (brandId: string, rows: number) => Promise<void>
  /** Aborted when the desk closes. */
  readonly closing: AbortSignal
}

type OutreachCalls = Extract<keyof Handlers, `outreach.${string}`> | 'prospects.mark'

export const createOutreach = (deps: OutreachDeps) => {
  const { store, client, clock, emit, log, nextOutboxBatch, onOutboxRead, closing } = deps
  const outbox = createOutboxReader({
    store,
    client,
    clock,
    emit,
    nextBatch: nextOutboxBatch,
    onRead: onOutboxRead,
  })
  const contactHistory = createContactHistory(deps)
  const quotes = createQuotes(deps)
  const gate = createPriceGate({ ...deps, quotes })
  const frozen = createFrozen({ store, clock, deleteOld: deps.deleteOld })
  const watch = createOutreachWatch(deps)
  const kinds = outreachKinds({ store, client, outbox, nowMs: clock.now, log, closing })

  return {
    kinds: {
      ...kinds,
      queue: withoutForeign(withSuppressions(kinds.queue, store), {
        store,
        brandName: (brandId) => deps.book.find(brandId)?.name,
      }),
      discover: withPrice('discover', discoverKind(client), gate),
      findPeople: withPrice('findPeople', findPeopleKind({ client, store }), gate),
    },
    handlers: (journal: Journal): Pick<Handlers, OutreachCalls> => ({
      ...createComposingHandlers({
        ...deps,
        frozen,
        contactHistory,
        outbox: createOutboxState({ store, clock }),
      }),
      ...createDiscoverHandlers({ ...deps, quotes, gate, journal }),
      ...createLedgerHandlers({ ...deps, quotes }),
      ...createMarkHandlers(deps),
      ...createSuppressionHandlers(deps),
      'outreach.contactHistory': async ({ brandId, contactIds }) => ({
        contactHistory: await contactHistory.of(brandId, contactIds),
      }),
      ...createOutboxHandlers({ ...deps, journal, outbox, frozen, signal: closing }),
    }),
    /** Background work of a desk that stays open. */
    start: (): void => {
      frozen.prune().catch((error: unknown) => log.warn({ err: error }, 'old previews could not be deleted'))
      watch.start()
    },
    close: watch.close,
  }
}
