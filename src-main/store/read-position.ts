// What was read before a write, and was changed by another desk of the team before that write was stored.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { ReadPosition, Store } from './store.ts'
import { colleaguesOf } from './team/colleagues.ts'

/** What all reads from now on see of these shared tables at least; undefined on a desk alone. */
export const readPositionNow = (store: Pick<Store, 'team'>, tables: readonly string[]): ReadPosition | undefined =>
  colleaguesOf(store).readPosition(tables)

/** The write of this code was refused, and nothing was stored. */
export const STALE = 'stale'

export const isStale = (error: unknown): boolean =>
  error instanceof DeskError && error.detail?.issues?.some(({ code }) => code === STALE) === true

/** Colleagues who change the same all the time are not waited for without an end. On a busy brand every second try is too late. */
const TRIES = 20

/** Reads, checks and writes; again if another desk changed meanwhile what was read. */
export const againIfStale = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isStale(error)) throw error
    }
  }
}
