// Permissions that a person wants changed and has not reviewed yet. Pure functions.
import { create } from 'zustand'
import type { MatrixBrand, MatrixTool, ToolChange } from '../../src-shared/desk/connectors.ts'
import { namedValue } from '../../src-shared/service/named-values.ts'
import { type StagedCells, withCells } from './staged-cells.ts'

export type Permission = ToolChange['to']
/** By brand and tool. */
export type Staged = StagedCells<Permission>
export type Wish = { readonly brandId: string; readonly tool: string; readonly value: Permission }
/** The permission of a tool now; undefined: the brand's catalog does not name the tool. */
export type Now = (brandId: string, tool: string) => Permission | undefined

export const NOTHING_STAGED: Staged = new Map()

export const nowIn = (brands: readonly MatrixBrand[]): Now => {
  const byId = new Map(brands.map((brand) => [brand.brandId, brand]))
  return (brandId, tool) => namedValue(byId.get(brandId)?.effective ?? {}, tool)
}

/** Stages wishes. One for the permission that the tool has already takes its cell back; one for an unknown tool is ignored. */
export const withWishes = (staged: Staged, wishes: readonly Wish[], now: Now): Staged =>
  withCells(
    staged,
    wishes.flatMap(({ brandId, tool, value }) => {
      const current = now(brandId, tool)
      return current === undefined ? [] : [{ brandId, key: tool, value: current === value ? undefined : value }]
    }),
  )

export const withoutCells = (
  staged: Staged,
  cells: readonly { readonly brandId: string; readonly tool: string }[],
): Staged =>
  withCells(
    staged,
    cells.map(({ brandId, tool }) => ({ brandId, key: tool, value: undefined })),
  )

export const withoutBrands = (staged: Staged, brandIds: ReadonlySet<string>): Staged =>
  new Map([...staged].filter(([brandId]) => !brandIds.has(brandId)))

/** Everything staged that would still change something, also for brands that are read-only. */
export const wishesOf = (staged: Staged, now: Now): Wish[] =>
  [...staged].flatMap(([brandId, tools]) =>
    [...tools].flatMap(([tool, value]) => (now(brandId, tool) === value ? [] : [{ brandId, tool, value }])),
  )

export type StagedCounts = {
  readonly changes: number
  readonly brandIds: readonly string[]
  /** Read-only brands: their changes will be refused. */
  readonly locked: number
}

export const countStaged = (staged: Staged, brands: readonly MatrixBrand[]): StagedCounts => {
  const open = Map.groupBy(wishesOf(staged, nowIn(brands)), ({ brandId }) => brandId)
  const canManage = new Map(brands.map((brand) => [brand.brandId, brand.canManage]))
  const staging = [...open.keys()]
  const brandIds = staging.filter((brandId) => canManage.get(brandId) === true)
  return {
    changes: brandIds.reduce((sum, brandId) => sum + (open.get(brandId)?.length ?? 0), 0),
    brandIds,
    locked: staging.filter((brandId) => canManage.get(brandId) === false).length,
  }
}

// Picked brands and collapsed groups of the matrix. They outlive a change of view.
type MatrixState = {
  readonly picked: ReadonlySet<string>
  readonly isPickedOnly: boolean
  readonly tag: string | null
  readonly collapsed: ReadonlySet<MatrixTool['group']>
}

export const useMatrixState = create<MatrixState>()(() => ({
  picked: new Set(),
  isPickedOnly: false,
  tag: null,
  collapsed: new Set(),
}))

export const setMatrix = (change: Partial<MatrixState>): void => useMatrixState.setState(change)

/** Picks all of them; if all are picked already, none. */
export const togglePicked = (brandIds: readonly string[]): void => {
  const { picked } = useMatrixState.getState()
  const next = new Set(picked)
  const isOff = brandIds.every((id) => picked.has(id))
  for (const id of brandIds) {
    if (isOff) next.delete(id)
    else next.add(id)
  }
  setMatrix({ picked: next, isPickedOnly: next.size > 0 && useMatrixState.getState().isPickedOnly })
}

export const clearPicked = (): void => setMatrix({ picked: new Set(), isPickedOnly: false })

export const toggleGroup = (group: MatrixTool['group']): void => {
  const next = new Set(useMatrixState.getState().collapsed)
  if (!next.delete(group)) next.add(group)
  setMatrix({ collapsed: next })
}
