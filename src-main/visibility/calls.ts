import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { BrandInterval, BrandModels } from '../../src-shared/desk/visibility.ts'
import type { OperationName } from '../../src-shared/service/operations.ts'
import { toInstantOrNull } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { type ApplyDeps, createVisibilityApply } from './apply.ts'
import type { Change } from './apply-change.ts'
import { clampLabel, planReason } from './labels.ts'
import type { StoredVisibility } from './queries/ai-visibility.ts'

export type VisibilityDeps = Omit<ApplyDeps, 'brandOf'> & {
  readonly brands: Pick<BrandBook, 'get' | 'find' | 'resolve'>
}

type VisibilityCalls = Extract<keyof Handlers, `visibility.${string}`>
type Row = {
  readonly brandId: string
  readonly stored: StoredVisibility | undefined
  readonly error: DeskErrorValue | null
}

/** The last sync's error, unless it was about the other half of the dataset. */
const errorUnlessOf = (other: OperationName, error: DeskErrorValue | null) =>
  error?.detail?.operation === other ? null : error

const toModels = ({ brandId, stored, error }: Row): BrandModels => ({
  brandId,
  fetchedAt: toInstantOrNull(stored?.modelsAtMs),
  models: (stored?.models ?? []).map(({ modelId, isActive, canEnable, planId }) => ({
    modelId,
    isActive,
    canEnable,
    planId,
    reason: planReason({ canEnable, planId }),
  })),
  error: errorUnlessOf('aiModels.refreshInterval', error),
})

const toInterval = ({ brandId, stored, error }: Row): BrandInterval => {
  const interval = stored?.interval ?? null
  return {
    brandId,
    fetchedAt: toInstantOrNull(stored?.intervalAtMs),
    planFloor: interval?.planFloor ?? null,
    allowedIntervals: interval?.allowedIntervals ?? [],
    customInterval: interval?.customInterval ?? null,
    effectiveInterval: interval?.effectiveInterval ?? null,
    clamp: interval === null ? null : clampLabel(interval),
    error: errorUnlessOf('aiModels.list', error),
  }
}

/** Each model once, by the first name that a brand's list gives it. */
const modelNames = (rows: readonly Row[]): { modelId: string; name: string }[] => {
  const names = new Map<string, string>()
  for (const { stored } of rows)
    for (const { modelId, name } of stored?.models ?? []) names.set(modelId, names.get(modelId) ?? name ?? modelId)
  return [...names].map(([modelId, name]) => ({ modelId, name }))
}

export const createVisibilityHandlers = (deps: VisibilityDeps): Pick<Handlers, VisibilityCalls> => {
  const { store, brands } = deps
  const apply = createVisibilityApply({ ...deps, brandOf: brands.get })

  const rowsOf = async (brandIds: readonly string[]): Promise<Row[]> => {
    const [stored, freshness] = await Promise.all([
      store.read('visibility.list', { brandIds }),
      store.read('freshness.list', { brandIds }),
    ])
    const byBrand = new Map(stored.map((row) => [row.brandId, row]))
    const read = freshness.filter(({ dataset }) => dataset === 'visibility')
    const errors = new Map(read.map(({ brandId, error }) => [brandId, error]))
    return brandIds.map((brandId) => ({ brandId, stored: byBrand.get(brandId), error: errors.get(brandId) ?? null }))
  }

  const assertKnown = (changes: readonly Change[]): void => {
    const issues = changes.flatMap(({ brandId }, index) =>
      brands.find(brandId) === null ? [{ path: `changes.${index}.brandId`, message: 'is no brand of this desk' }] : [],
    )
    if (issues.length === 0) return
    throw new DeskError('invalid', 'A change names a brand that is not on this desk.', { issues: issues.slice(0, 20) })
  }

  return {
    'visibility.models': async ({ brandIds }) => {
      const rows = await rowsOf(brands.resolve(brandIds))
      return { models: modelNames(rows), brands: rows.map(toModels) }
    },
    'visibility.intervals': async ({ brandIds }) => ({
      brands: (await rowsOf(brands.resolve(brandIds))).map(toInterval),
    }),
    'visibility.setModel': async ({ brandIds, modelId, isActive }) => ({
      results: await apply(brands.resolve(brandIds).map((brandId) => ({ brandId, modelId, isActive }))),
    }),
    'visibility.setInterval': async ({ brandIds, interval }) => ({
      results: await apply(brands.resolve(brandIds).map((brandId) => ({ brandId, interval }))),
    }),
    'visibility.apply': async ({ changes }) => {
      assertKnown(changes)
      return { results: await apply(changes) }
    },
  }
}
