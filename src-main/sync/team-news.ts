// What other desks of the team fetched since this one did: asked now and then, so that a desk without keys follows as well.
import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import type { StoreTeam } from '../store/store.ts'
import type { Board } from './board.ts'
import type { Pair } from './plan.ts'
import { sliceKey } from './rules/slice-key.ts'

type Deps = { readonly team: StoreTeam; readonly board: Pick<Board, 'get'>; readonly now: () => number }
export type News = { readonly brandId: string; readonly dataset: Dataset }

/** One that failed waits for its next try. */
const mayTry = ({ state, nextTryAtMs }: Pair, nowMs: number): boolean =>
  (state !== 'failed' && state !== 'cancelled') || nextTryAtMs === null || nextTryAtMs <= nowMs

export const createTeamNews = ({ team, board, now }: Deps) => {
  const newest = new Map<string, News & { readonly fetchedAtMs: number }>()
  let since = 0
  /** The pairs that the team has newer rows of; none while it cannot be reached. */
  return async (): Promise<readonly News[]> => {
    if (team.state().connection !== 'connected') return []
    const answer = await team.query('fetches.since', { since })
    since = answer.now
    for (const { brandId, dataset, slice, fetchedAtMs } of answer.fetched) {
      const known = DATASETS.find((one) => one === dataset)
      if (known !== undefined && slice === sliceKey(DEFAULT_SLICE))
        newest.set(`${brandId} ${dataset}`, { brandId, dataset: known, fetchedAtMs })
    }
    return [...newest.values()].filter(({ brandId, dataset, fetchedAtMs }) => {
      const pair = board.get(brandId, dataset)
      return fetchedAtMs > (pair.fetchedAtMs ?? -1) && mayTry(pair, now())
    })
  }
}
export type TeamNews = ReturnType<typeof createTeamNews>
