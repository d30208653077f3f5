import { DeskError } from '../../src-shared/desk/errors.ts'
import type { RawReply } from '../../src-shared/service/read-reply.ts'
import type { Clock } from '../base/clock.ts'

export type PagesContext = {
  readonly brandId: string
  readonly clock: Pick<Clock, 'now'>
  readonly signal: AbortSignal
  /** A number above that of each earlier listing. */
  readonly nextBatch: () => number
}

export type PagesOptions = {
  readonly fetchPage: (cursor: string | undefined) => Promise<RawReply>
  readonly ingest: (
    page: RawReply & { readonly batch: number; readonly fetchedAtMs: number },
  ) => Promise<{ rows: number; nextCursor: string | null }>
  /** The first page, where the caller has it already. */
  readonly first?: RawReply
  readonly onPage?: (pages: number) => void
}

const PAGES_MAX = 2_000

/** Follows a listing to its end, page by page into the cache; returns the rows of all pages. */
export const syncPages = async (context: PagesContext, options: PagesOptions): Promise<number> => {
  const { brandId, clock, signal } = context
  const { fetchPage, ingest, first, onPage } = options
  const batch = context.nextBatch()
  const seen = new Set<string>()
  let rows = 0
  let cursor: string | undefined
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const reply = page === 1 && first !== undefined ? first : await fetchPage(cursor)
    signal.throwIfAborted() // nothing is stored once the sync was cancelled
    const stored = await ingest({ ...reply, batch, fetchedAtMs: clock.now() })
    rows += stored.rows
    onPage?.(page)
    if (stored.nextCursor === null) return rows
    if (seen.has(stored.nextCursor)) break
    seen.add(stored.nextCursor)
    cursor = stored.nextCursor
  }
  throw new DeskError(
    'bad-response',
    'The listing has no last page: the service sent the same cursor twice. Old rows stay.',
    {
      brandId,
    },
  )
}
