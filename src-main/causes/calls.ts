import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { AFTER_START_MS, waitAtMost } from '../base/background.ts'
import { dayFromNumber, dayNumber } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Desk } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import { lineText } from './rules/cause-line.ts'
import { countOf, workOut } from './work-out.ts'

export type CauseDeps = RoomParts & {
  readonly subscribe: Desk['subscribe']
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
}

const nameOf = ({ keyword, page }: { readonly keyword: string | null; readonly page: string | null }): string =>
  keyword === null ? (page ?? 'the brand') : `“${keyword}”`

/** A list waits so long for brands that are not worked out; it says how many are left. */
const WAIT_MS = 150
export const createCauses = ({ store, clock, emit, subscribe, log, brands }: CauseDeps) => {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let stop = (): void => undefined

  const changed = (brandIds: readonly string[]) => emit('changed', { brandIds: [...brandIds], datasets: ['causes'] })

  const workOutNow = (brandIds: readonly string[]): Promise<void> =>
    workOut(store, brandIds, {
      clock,
      isStopped: () => closing.signal.aborted,
      onSaved: changed,
    })

  /** All brands, one after the other: a break is found in all of them together. */
  const workOutAll = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false
        await workOutNow(brands.resolve('all'))
      } while (isAskedAgain && !closing.signal.aborted)
    } finally {
      running = undefined
    }
  }

  const refresh = (): Promise<void> => {
    isAskedAgain = running !== undefined
    running ??= workOutAll().catch((error: unknown) => log.warn({ err: error }, 'causes were not worked out'))
    return running
  }

  const staleOf = async (brandIds: readonly string[]) => countOf(await store.read('causes.stale', { brandIds }))

  const handlers: Pick<Handlers, `causes.${string}` & keyof Handlers> = {
    'causes.list': async (input) => {
      const brandIds = brands.resolve(input.brandIds)
      // One brand is worked out before the answer.
      if (brandIds.length === 1) await workOutNow(brandIds)
      else if ((await staleOf(brandIds)) > 0) await waitAtMost(clock, WAIT_MS, refresh())
      const kinds = await store.read('causes.stale', { brandIds })
      return {
        ...(await store.read('causes.page', input)),
        waiting: countOf(kinds),
        breaks: kinds
          .flatMap(({ portfolio }) => portfolio.breaks)
          .map(({ firstDay, brandIds: fell, of }) => ({ since: dayFromNumber(firstDay), fell: fell.size, of })),
      }
    },
    'causes.lines': async ({ drops }) => ({
      lines: (await store.read('causes.lines', { drops })).map((line) => ({
        ...{ brandId: line.brandId, keyword: line.keyword, kind: line.kind },
        text: lineText(line),
      })),
    }),
    'causes.forKeyword': async ({ brandId, ...of }) => {
      const { id } = brands.get(brandId)
      await workOutNow([id])
      return store.read('causes.drop', { brandId: id, ...of })
    },
    'causes.saveAnswer': async ({ brandId, keyword, page, since, ...said }) => {
      const { id } = brands.get(brandId)
      const { row } = await store.read('causes.drop', { brandId: id, keyword, page })
      if (row === null || row.since !== since)
        throw new DeskError(
          'conflict',
          `The drop of ${nameOf({ keyword, page })} was worked out again meanwhile. Open it again to see what it says now.`,
        )
      const drop = { brandId, keyword: row.keyword, page: row.page, since: dayNumber(since) }
      await store.write('causes.saveAnswer', { ...drop, ...said, atMs: clock.now() })
      changed([brandId])
      return {}
    },
    'causes.removeAnswer': async ({ brandId, since, ...of }) => {
      await store.write('causes.removeAnswer', { brandId: brands.get(brandId).id, ...of, since: dayNumber(since) })
      changed([brandId])
      return {}
    },
  }

  return {
    handlers,
    /** Works out after each sync what it changed. */
    start: (): void => {
      clock.sleep(AFTER_START_MS, closing.signal).then(refresh, () => undefined) // closed before
      stop = subscribe((event) => {
        if (event.name === 'sync.progress' && event.payload.run.endedAt !== null) void refresh()
      })
    },
    close: async (): Promise<void> => {
      closing.abort()
      stop()
      await Promise.allSettled([running])
    },
  }
}
