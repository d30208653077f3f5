// What other desks changed is in core.db before the rooms hear of it. First what they keep in memory is read again, then the
// window hears of it, so that its next call gets both.
import { createTracker } from '../base/background.ts'
import type { RoomParts } from '../room.ts'
import type { StoreTeam } from '../store/store.ts'
import type { Mirrored } from '../store/team/state.ts'

export type RefreshDeps = Pick<RoomParts, 'emit' | 'log'> & {
  readonly team: StoreTeam | null
  readonly refreshBrands: () => Promise<void>
  readonly refreshSettings: () => Promise<void>
  readonly refreshJournal: (intentNos: readonly number[] | 'all') => Promise<void>
  /** Of brands that this person does not see any more. */
  readonly forgetKey: (brandId: string) => Promise<void>
}

/** The tables of which a room keeps something in memory. */
const hasChanged = ({ tables, isFresh }: Mirrored, ...names: readonly string[]): boolean =>
  isFresh || names.some((name) => Object.hasOwn(tables, name))

export const createTeamRefresh = (deps: RefreshDeps) => {
  const { team, emit, log } = deps
  const running = createTracker()
  let last: Promise<unknown> = Promise.resolve()

  const refresh = async (mirrored: Mirrored): Promise<void> => {
    if (hasChanged(mirrored, 'brand')) await deps.refreshBrands()
    if (hasChanged(mirrored, 'team_setting')) await deps.refreshSettings()
    for (const brandId of mirrored.lostBrandIds) await deps.forgetKey(brandId)
    const nos = mirrored.isFresh ? 'all' : (mirrored.numbers.intent ?? [])
    if (nos === 'all' || nos.length > 0) await deps.refreshJournal(nos)
  }
  const take = (mirrored: Mirrored): void => {
    const done = last
      .then(() => refresh(mirrored))
      .catch((error: unknown) => log.error({ err: error }, 'changes of other desks are not in memory'))
      .then(() => {
        for (const change of mirrored.changes) emit('changed', change)
      })
    last = done
    void running.track(done)
  }
  const stop = team?.onMirrored(take)
  // The copy may have been made, or brought up to date, while the rooms read what they keep.
  const { position = 0 } = team?.state() ?? {}
  if (team !== null) take({ position, tables: {}, numbers: {}, isFresh: true, lostBrandIds: [], changes: [] })
  return {
    close: async (): Promise<void> => {
      stop?.()
      await running.settled()
    },
  }
}
