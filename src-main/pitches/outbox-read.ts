// Reads a brand's whole outbox into the cache: one read settles an intent and refreshes the view. Reads of a brand run one
// after the other; a request during a read waits for the next one, which begins after it.
import type { Clock } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { syncPages } from '../service-client/sync-pages.ts'

/**
 * Numbers of outbox listings, always increasing, also if the clock is set back. The sync and the journal take them from here,
 * and a row keeps the number of the newest listing that contains it.
 */
export const createOutboxBatches = (clock: Clock, lastInFile: number): (() => number) => {
  let last = lastInFile
  return () => {
    last = Math.max(last + 1, clock.now())
    return last
  }
}

export type OutboxReadDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly client: Pick<ServiceClient, 'fetchBody'>
  /** Shared by all readers of the outbox. */
  readonly nextBatch: () => number
  /** Called after a complete read. */
  readonly onRead: (brandId: string, rows: number) => Promise<void>
}

type Turn = { running: Promise<void>; next: Promise<void> | null }

export const createOutboxReader = ({ store, client, clock, emit, nextBatch, onRead }: OutboxReadDeps) => {
  const turns = new Map<string, Turn>()

  const readNow = async (brandId: string, signal: AbortSignal): Promise<void> => {
    const rows = await syncPages(
      { brandId, clock, signal, nextBatch },
      {
        fetchPage: (cursor) => {
          const query = cursor === undefined ? {} : { cursor }
          return client.fetchBody('outreach.outbox', { query }, { brandId, signal })
        },
        ingest: (page) => store.write('outbox.ingest', { brandId, ...page }, [page.body]),
      },
    )
    await onRead(brandId, rows)
    emit('changed', { brandIds: [brandId], datasets: ['outbox'] })
  }

  const begin = (brandId: string, work: () => Promise<void>): Promise<void> => {
    const turn: Turn = { running: work(), next: null }
    turns.set(brandId, turn)
    const end = () => {
      if (turns.get(brandId) === turn) turns.delete(brandId)
    }
    turn.running.then(end, end)
    return turn.running
  }

  return {
    /** Rejects with a DeskError if the listing cannot be read. */
    read: (brandId: string, signal: AbortSignal): Promise<void> => {
      const turn = turns.get(brandId)
      if (turn === undefined) return begin(brandId, () => readNow(brandId, signal))
      turn.next ??= turn.running.catch(() => undefined).then(() => begin(brandId, () => readNow(brandId, signal)))
      return turn.next
    },
  }
}
export type OutboxReader = ReturnType<typeof createOutboxReader>
