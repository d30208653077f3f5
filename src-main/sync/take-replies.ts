// What another desk of the team fetched, given to the same functions that store this desk's own replies.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { RawReply } from '../../src-shared/service/read-reply.ts'
import { toDay } from '../base/clock.ts'
import { saveConflicts } from '../cannibalisation/public.ts'
import { ingestRankWindow, saveRankMoves } from '../rankings/public.ts'
import type { IngestResult } from '../store/parse-reply.ts'
import { ingestInterval, ingestModels } from '../visibility/public.ts'
import type { DatasetContext } from './datasets/dataset.ts'
import { addDays } from './datasets/top-keywords.ts'

type Page = RawReply & {
  readonly brandId: string
  readonly batch: number
  readonly fetchedAtMs: number
  readonly lastDay?: string | undefined
}
type Ingest = (context: DatasetContext, page: Page) => Promise<IngestResult>

const NEWER =
  'A newer Agency Desk of the team fetched these rows in a form that this one does not know. Update the program.'

const ONE_PAGE = { rows: 0, nextCursor: null }

const listing =
  (name: 'clusters' | 'contacts' | 'mailboxes' | 'outbox' | 'prospects' | 'tracked'): Ingest =>
  ({ store }, page) =>
    store.write(`${name}.ingest`, page, [page.body])

/** Days of rankings travel packed; the catalog of connectors is a table of the team. */
const INGESTS: Readonly<Record<string, Ingest>> = {
  'rankTracking.topKeywords': ({ store, slice }, page) => ingestRankWindow(store, { ...page, slice }, [page.body]),
  'rankTracking.keywords': listing('tracked'),
  'topicClusters.list': listing('clusters'),
  'outreach.contacts': listing('contacts'),
  'outreach.outbox': listing('outbox'),
  'outreach.prospects': listing('prospects'),
  'outreach.sendingAccounts': listing('mailboxes'),
  'aiModels.list': async ({ store }, page) => {
    await ingestModels(store, page, [page.body])
    return ONE_PAGE
  },
  'aiModels.refreshInterval': async ({ store }, page) => {
    await ingestInterval(store, page, [page.body])
    return ONE_PAGE
  },
}

/** Whether the other desks are given this reply as it is. */
export const isGiven = (operation: string, { query }: { readonly query?: object }): boolean => {
  const isDay = operation === 'rankTracking.topKeywords' && Reflect.get(query ?? {}, 'compare') !== true
  return Object.hasOwn(INGESTS, operation) && !isDay
}

/** The window is given once: its first page replaces larger ones, which this desk could not read. */
export const replacesEarlier = (operation: string, { query }: { readonly query?: object }): boolean =>
  operation === 'rankTracking.topKeywords' && Reflect.get(query ?? {}, 'cursor') === undefined

export type TakenFetch = { readonly dataset: string; readonly slice: string; readonly fetchedAtMs: number }

/** False: another fetch took its place meanwhile; ask again. */
export const takeReplies = async (context: DatasetContext, fetch: TakenFetch): Promise<boolean> => {
  const { brandId, store, signal, nextBatch } = context
  const batch = nextBatch()
  let isWhole = true
  for (let part = 0; ; part += 1) {
    const reply = await store.write('fetches.part', { brandId, ...fetch, part })
    signal.throwIfAborted() // nothing is stored once the sync was cancelled
    if (reply === null) return isWhole
    const { operation, ...page } = reply
    const ingest = INGESTS[operation]
    if (ingest === undefined) throw new DeskError('bad-response', NEWER, { brandId })
    const { nextCursor } = await ingest(context, { brandId, batch, ...page })
    isWhole = nextCursor === null
    context.progress(part + 1, null)
  }
}

const damagedDays = (days: number): string =>
  `${days} ${days === 1 ? 'day' : 'days'} of rankings that a colleague's program stored for this brand cannot be read. The other days are here. A desk with the key replaces them.`

/** The days of the team that are newer than those cached; returns how many. Those that cannot be read are refused after the others. */
export const takeDays = async ({ brandId, slice, store, clock, historyDays }: DatasetContext): Promise<number> => {
  const from = addDays(toDay(clock.now()), 1 - historyDays)
  const { filled, damaged } = await store.write('fetches.fillDays', { brandId, slice, from })
  if (filled > 0) {
    await saveRankMoves(store, { brandId, slice })
    await saveConflicts(store, { brandId })
  }
  if (damaged > 0) throw new DeskError('bad-response', damagedDays(damaged), { brandId })
  return filled
}
