import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { toInstant } from '../base/clock.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import { type FindingsDeps, readFindings } from './findings.ts'
import type { Choice } from './queries/today-choices.ts'
import { rankFindings } from './rules/rank.ts'

export type TodayDeps = FindingsDeps & { readonly store: Store; readonly emit: Emit }

/** When this day begins on the person's own clock. */
const dayStartMs = (day: string): number => new Date(`${day}T00:00:00`).getTime()

export const createTodayHandlers = (deps: TodayDeps): Pick<Handlers, `today.${string}` & keyof Handlers> => {
  const { store, clock, brands, emit } = deps
  const changed = (brandId: string | null) =>
    emit('changed', { brandIds: brandId === null ? 'all' : [brandId], datasets: ['today'] })

  const save = async (
    id: string,
    choice: Pick<Choice, 'until' | 'untilMs' | 'reason'>,
  ): Promise<Record<string, never>> => {
    const { findings, nowMs } = await readFindings(deps, { brandIds: brands.resolve('all'), isAll: true })
    const finding = findings.find((one) => one.id === id)
    if (finding === undefined) throw new DeskError('not-found', 'This item is no longer in the list.')
    const { brandId, occurrences } = finding
    await store.write('today.saveChoice', { itemId: id, brandId, atMs: nowMs, occurrences, ...choice })
    changed(brandId)
    return {}
  }

  return {
    'today.list': async ({ brandIds }) => {
      const asked = { brandIds: brands.resolve(brands.counted(brandIds)), isAll: brandIds === 'all' }
      const [{ findings, checked, nowMs }, choices] = await Promise.all([
        readFindings(deps, asked),
        store.read('today.choices', {}),
      ])
      return { ...rankFindings(findings, choices, nowMs), checked: { at: toInstant(nowMs), ...checked } }
    },
    'today.snooze': ({ id, until }) => {
      const untilMs = dayStartMs(until)
      if (untilMs <= clock.now())
        throw new DeskError('invalid', 'Choose a day after today.', {
          issues: [{ path: 'until', message: 'is not after today' }],
        })
      return save(id, { until, untilMs, reason: null })
    },
    'today.dismiss': ({ id, reason }) => save(id, { until: null, untilMs: null, reason }),
    'today.restore': async ({ id }) => {
      const choice = (await store.read('today.choices', {})).find(({ itemId }) => itemId === id)
      await store.write('today.removeChoice', { itemId: id })
      changed(choice?.brandId ?? null)
      return {}
    },
  }
}
