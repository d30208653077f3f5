import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import type { Said } from './queries/record.ts'
import type { StaleBrands } from './queries/save-causes.ts'

/** The first pass works with what was known of the other brands; the second knows of breaks that it found. */
const PASSES = 2

export const countOf = (kinds: readonly StaleBrands[]): number =>
  kinds.reduce((sum, { stale }) => sum + stale.length, 0)

export type WorkOutOptions = {
  readonly clock: Pick<Clock, 'now'>
  readonly isStopped?: () => boolean
  /** After each pass that changed something. */
  readonly onSaved?: (brandIds: readonly string[]) => void
}

type Writing = Pick<Store, 'read' | 'write'>

/** What the last pass says, which is what people read. */
const keep = async (store: Writing, clock: Pick<Clock, 'now'>, said: ReadonlyMap<string, Said>): Promise<void> => {
  for (const [brandId, one] of said)
    if (one.said.length > 0 || one.verdicts.length > 0)
      await store.write('causes.keepSaid', { brandId, atMs: clock.now(), ...one })
}

/** Works out the causes of those of the brands whose days changed, a write for each, so that other writes come in between. */
export const workOut = async (
  store: Writing,
  brandIds: readonly string[],
  { clock, isStopped = () => false, onSaved = () => undefined }: WorkOutOptions,
): Promise<void> => {
  const said = new Map<string, Said>()
  for (let pass = 0; pass < PASSES && !isStopped(); pass += 1) {
    const kinds = await store.read('causes.stale', { brandIds, by: pass === 0 ? 'days and breaks' : 'breaks' })
    if (countOf(kinds) === 0) break
    for (const { portfolio, stale } of kinds)
      for (const looked of stale) {
        if (isStopped()) break
        const { brandId } = looked
        const one = await store.write('causes.save', { brandId, portfolio, looked })
        if (one !== null) said.set(brandId, one)
      }
    if (isStopped()) break
    onSaved(kinds.flatMap(({ stale }) => stale.map(({ brandId }) => brandId)))
  }
  if (said.size === 0) return
  await keep(store, clock, said)
  onSaved([...said.keys()])
}
