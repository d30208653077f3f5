// A plan is made from what was read last and kept on disk; nothing is sent. It is compared with a fresh catalog when it
// is applied, so that an old plan does no harm.
import { randomUUID } from 'node:crypto'
import type { Plan } from '../../src-shared/desk/connectors.ts'
import type { Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { DAY_MS, toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import { type BrandPlan, isReported, type PlanSubject, planBrand } from './plan.ts'
import type { Presets } from './presets.ts'
import type { StoredPlan } from './queries/connector-plans.ts'
import { relationOf } from './reach.ts'
import { agrees, effectiveOf, type Permission, type Permissions } from './rules/permissions.ts'

// Brands of one organisation whose sync is on share one list: a value for one of them applies to each of them.

type Cell = { readonly brandId: string; readonly tool: string; readonly value: Permission }
type Place = { readonly index: number; readonly subject: PlanSubject }
/** Two cells that cannot both be set, by their index. */
type Contradiction = { readonly tool: string; readonly left: Place; readonly right: Place }

/** Whether two brands share one list as far as is known: where nothing was learned, the lists are compared. */
const isOneList = ({ catalog: left }: PlanSubject, { catalog: right }: PlanSubject): boolean => {
  if (!left?.syncEnabled || !right?.syncEnabled) return false
  const relation = relationOf(left, right)
  if (relation !== 'unknown') return relation === 'same'
  return agrees(effectiveOf(left.tools), effectiveOf(right.tools))
}

const firstPair = (tool: string, allowed: readonly Place[], denied: readonly Place[]): Contradiction | null => {
  for (const left of allowed)
    for (const right of denied) if (isOneList(left.subject, right.subject)) return { tool, left, right }
  return null
}

/** The first contradiction of each tool, in the order of the tools. */
const contradictionsIn = (cells: readonly Cell[], subjects: ReadonlyMap<string, PlanSubject>): Contradiction[] => {
  const byTool = new Map<string, Record<Permission, Place[]>>()
  for (const [index, { brandId, tool, value }] of cells.entries()) {
    const subject = subjects.get(brandId)
    if (!subject?.catalog?.syncEnabled) continue
    const places = byTool.get(tool) ?? { allow: [], deny: [] }
    byTool.set(tool, places)
    places[value].push({ index, subject })
  }
  return [...byTool].flatMap(([tool, { allow, deny }]) => firstPair(tool, allow, deny) ?? [])
}

export type PlanningDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly brands: Pick<BrandBook, 'list' | 'get' | 'find' | 'resolve'>
  readonly presets: Pick<Presets, 'wantedBy'>
}

type Cells = NonNullable<ParsedInput<'connectors.plan'>['changes']>

const PLAN_LIFE_MS = DAY_MS
const ISSUES_MAX = 20

const invalid = (message: string, issues: { path: string; message: string }[]) =>
  new DeskError('invalid', message, { issues: issues.slice(0, ISSUES_MAX) })

/** Wanted cells by brand, in their order. Throws `invalid` where a cell is given two different values. */
const byBrand = (cells: Cells): ReadonlyMap<string, Permissions> => {
  const wanted = new Map<string, Map<string, Permission>>()
  for (const [index, { brandId, tool, value }] of cells.entries()) {
    const ofBrand = wanted.get(brandId) ?? new Map<string, Permission>()
    wanted.set(brandId, ofBrand)
    if ((ofBrand.get(tool) ?? value) !== value) {
      const issue = { path: `changes.${index}.value`, message: 'differs from an earlier value for the same cell' }
      throw invalid(`"${tool}" is both allowed and denied for one brand.`, [issue])
    }
    ofBrand.set(tool, value)
  }
  return wanted
}

/** Throws `invalid` where brands that share one list get different values. */
const assertOneWay = (cells: Cells, subjects: readonly PlanSubject[]): void => {
  const found = contradictionsIn(cells, new Map(subjects.map((subject) => [subject.brandId, subject])))
  const [first] = found
  if (first === undefined) return
  const issues = found.flatMap(({ tool, left, right }) =>
    [left, right].map(({ index, subject }) => {
      return { path: `changes.${index}.value`, message: `"${tool}" of ${subject.name} is shared with the other brand` }
    }),
  )
  throw invalid(
    `"${first.tool}" is allowed for ${first.left.subject.name} and denied for ${first.right.subject.name}, but the two share one list while their sync is on. Plan the same value for both.`,
    issues,
  )
}

export const createPlanning = ({ store, clock, brands, presets }: PlanningDeps) => {
  const subjectsOf = async (brandIds: readonly string[]): Promise<PlanSubject[]> => {
    const catalogs = new Map((await store.read('connectors.catalogs', { brandIds })).map((row) => [row.brandId, row]))
    return brandIds.map((brandId) => {
      return { brandId, name: brands.get(brandId).name, catalog: catalogs.get(brandId) ?? null }
    })
  }

  const assertKnown = async (cells: Cells): Promise<void> => {
    const strangers = cells.flatMap(({ brandId }, index) =>
      brands.find(brandId) === null ? [{ path: `changes.${index}.brandId`, message: `is no brand of this desk` }] : [],
    )
    if (strangers.length > 0) throw invalid('The plan names a brand that is not on this desk.', strangers)
    const all = await store.read('connectors.catalogs', { brandIds: brands.list().map(({ id }) => id) })
    const known = new Set(all.flatMap(({ tools }) => tools.map(({ name }) => name)))
    const unknown = cells.flatMap(({ tool }, index) =>
      known.has(tool) ? [] : [{ path: `changes.${index}.tool`, message: `"${tool}" is not in any catalog` }],
    )
    if (unknown.length > 0) throw invalid('The plan names a tool that is not in any catalog of this desk.', unknown)
  }

  const keep = async (planned: readonly BrandPlan[], restOf: string | null = null): Promise<Plan> => {
    const reported = planned.filter(isReported).map(({ unchanged: _, ...brand }) => brand)
    const plan = { id: `plan_${randomUUID()}`, madeAtMs: clock.now(), restOf }
    await store.write('connectors.savePlan', {
      ...plan,
      dropBeforeMs: plan.madeAtMs - PLAN_LIFE_MS,
      brands: planned
        .filter(({ changes, unchanged }) => changes.length + unchanged.length > 0)
        .map(({ brandId, isOrganisationWide, changes, unchanged }) => ({
          brandId,
          isOrganizationWide: isOrganisationWide,
          changes: [...changes.map(({ tool, from, to }) => ({ tool, from, to })), ...unchanged],
        })),
    })
    return {
      planId: plan.id,
      madeAt: toInstant(plan.madeAtMs),
      brands: reported,
      changes: reported.reduce((sum, { changes }) => sum + changes.length, 0),
      refused: reported.reduce((sum, { refused }) => sum + refused.length, 0),
    }
  }

  const planCells = async (cells: Cells): Promise<Plan> => {
    await assertKnown(cells)
    const wanted = byBrand(cells)
    const subjects = await subjectsOf([...wanted.keys()])
    assertOneWay(cells, subjects)
    return keep(subjects.map((subject) => planBrand(subject, wanted.get(subject.brandId) ?? new Map())))
  }

  const planPreset = async ({ presetId, brandIds }: NonNullable<ParsedInput<'connectors.plan'>['preset']>) => {
    const wantedBy = await presets.wantedBy(presetId)
    const subjects = await subjectsOf(brands.resolve(brandIds))
    const all = await store.read('connectors.catalogs', { brandIds: brands.list().map(({ id }) => id) })
    const tools = all.flatMap((catalog) => catalog.tools)
    if (tools.length === 0)
      throw new DeskError('conflict', 'No permissions of any brand have been read yet. Sync them first, then plan.')
    // Nothing is known of a brand that was never read: it is refused for each tool that the others have.
    const planned = subjects.map((subject) => planBrand(subject, wantedBy(subject.catalog?.tools ?? tools)))
    return keep(planned)
  }

  const handlers: Pick<Handlers, 'connectors.plan' | 'connectors.revert'> = {
    'connectors.plan': ({ changes, preset }) => {
      if (changes !== undefined && preset === undefined) return planCells(changes)
      if (preset !== undefined && changes === undefined) return planPreset(preset)
      throw invalid('A plan takes either cells or a preset.', [{ path: 'changes', message: 'or preset, one of both' }])
    },
    'connectors.revert': async ({ brandId, versionId }) => {
      const { name } = brands.get(brandId)
      const version = await store.read('connectors.version', { versionId })
      if (version === null || version.brandId !== brandId)
        throw new DeskError('not-found', `${name} has no version "${versionId}". It may be too old.`, { brandId })
      const [subject] = await subjectsOf([brandId])
      // A tool that no longer exists cannot be set back.
      const names = new Set((subject?.catalog?.tools ?? []).map((tool) => tool.name))
      const wanted = new Map([...version.permissions].filter(([tool]) => names.has(tool)))
      return keep(subject === undefined ? [] : [planBrand(subject, wanted)])
    },
  }

  return {
    handlers,
    /** Plans these cells for brands of this desk from what was read last; a tool that is gone is refused, not `invalid`. */
    planRest: async (cells: Cells, restOf: string): Promise<Plan> => {
      const wanted = byBrand(cells)
      const subjects = await subjectsOf([...wanted.keys()])
      assertOneWay(cells, subjects)
      const planned = subjects.map((subject) => planBrand(subject, wanted.get(subject.brandId) ?? new Map()))
      return keep(planned, restOf)
    },
    /** Turns the plan into an apply, so that it is applied once. Rejects with not-found where it was, or is too old. */
    begin: async (planId: string): Promise<StoredPlan> => {
      const atMs = clock.now()
      const plan = await store.write('connectors.beginApply', { planId, madeSinceMs: atMs - PLAN_LIFE_MS, atMs })
      if (plan !== null) return plan
      throw new DeskError('not-found', 'This plan was already applied or is older than a day. Make a new one.')
    },
  }
}
export type Planning = ReturnType<typeof createPlanning>
