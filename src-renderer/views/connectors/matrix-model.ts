// The matrix as shown: a column per brand, a row per tool, and group rows that count allowed tools. Staged values count
// as if they were applied.

import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import type { Permission, Staged } from '../../state/connector-staging.ts'

export type Column = {
  readonly brandId: string
  readonly name: string
  readonly colour: string
  readonly brand: MatrixBrand
  readonly set: ReadonlySet<string>
  /** What a drifted tool was before, by tool. */
  readonly drift: ReadonlyMap<string, Permission>
}

export type Cell = {
  /** null: the brand's catalog does not name the tool. */
  readonly now: Permission | null
  readonly staged: Permission | null
  readonly isSet: boolean
  readonly driftFrom: Permission | null
  readonly isLocked: boolean
}

export type Tally = { readonly allowed: number; readonly total: number }

export type MatrixRow =
  | { readonly kind: 'sync' }
  | {
      readonly kind: 'group'
      readonly group: MatrixTool['group']
      readonly tools: readonly MatrixTool[]
      readonly isCollapsed: boolean
    }
  | { readonly kind: 'tool'; readonly tool: MatrixTool }

export const columnOf = (brand: MatrixBrand, { name, colour }: Pick<Column, 'name' | 'colour'>): Column => ({
  brandId: brand.brandId,
  name,
  colour,
  brand,
  set: new Set(brand.set),
  drift: new Map(brand.drift.map(({ tool, from }) => [tool, from])),
})

/** `wanted`: what is staged for this very cell. */
export const cellIn = ({ brand, set, drift }: Column, tool: string, wanted: Permission | undefined): Cell => {
  const now = namedValue(brand.effective, tool) ?? null
  return {
    now,
    staged: wanted === undefined || wanted === now || !brand.canManage ? null : wanted,
    isSet: set.has(tool),
    driftFrom: drift.get(tool) ?? null,
    isLocked: !brand.canManage,
  }
}

export const cellOf = (column: Column, tool: string, staged: Staged): Cell =>
  cellIn(column, tool, staged.get(column.brandId)?.get(tool))

/** The value after the staged change is applied. */
export const shownValue = ({ now, staged }: Pick<Cell, 'now' | 'staged'>): Permission | null => staged ?? now

type Named = readonly Pick<MatrixTool, 'name'>[]

/** Of these tools of one brand, how many are allowed; a tool that the brand does not have is not counted. */
export const tallyIn = (
  { brand }: Column,
  tools: Named,
  staged: ReadonlyMap<string, Permission> | undefined,
): Tally => {
  const wanted = brand.canManage ? staged : undefined
  let allowed = 0
  let total = 0
  for (const { name } of tools) {
    const now = namedValue(brand.effective, name)
    if (now === undefined) continue
    total += 1
    if ((wanted?.get(name) ?? now) === 'allow') allowed += 1
  }
  return { allowed, total }
}

export const tallyOf = (columns: readonly Column[], tools: Named, staged: Staged): Tally => {
  let allowed = 0
  let total = 0
  for (const column of columns) {
    const own = tallyIn(column, tools, staged.get(column.brandId))
    allowed += own.allowed
    total += own.total
  }
  return { allowed, total }
}

export type Tri = 'all' | 'some' | 'none'
export const triOf = ({ allowed, total }: Tally): Tri => (allowed === 0 ? 'none' : allowed === total ? 'all' : 'some')

/** `allowed for 12 of 40`. */
export const tallyLabel = ({ allowed, total }: Tally): string => {
  if (total === 0) return 'not available to any brand'
  if (allowed === total) return total === 1 ? 'allowed' : `allowed for all ${total}`
  if (allowed === 0) return total === 1 ? 'denied' : `denied for all ${total}`
  return `allowed for ${allowed} of ${total}`
}

export type RowQuery = {
  readonly text: string
  readonly isDifferentOnly: boolean
  readonly collapsed: ReadonlySet<MatrixTool['group']>
}

const fits = ({ name, label, description }: MatrixTool, text: string): boolean =>
  `${label} ${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase())

/** Whether brands differ in the tool, or, for one brand alone, it is not the default; staged and drifted ones always do. */
export const differs = (columns: readonly Column[], tool: string, staged: Staged): boolean => {
  const seen = new Set<Permission>()
  for (const column of columns) {
    const { now, staged: wanted, driftFrom, isSet } = cellOf(column, tool, staged)
    if (wanted !== null || driftFrom !== null || (columns.length === 1 && isSet)) return true
    if (now !== null) seen.add(now)
  }
  return seen.size > 1
}

/** Tools that change or send come first. */
const GROUPS = ['write', 'read'] as const

/** Rows from top to bottom. A collapsed group keeps its own row; a group without a match is left out. */
export const rowsOf = (
  tools: readonly MatrixTool[],
  columns: readonly Column[],
  { staged, query }: { readonly staged: Staged; readonly query: RowQuery },
): readonly MatrixRow[] => {
  const shown = tools.filter(
    (tool) => fits(tool, query.text) && (!query.isDifferentOnly || differs(columns, tool.name, staged)),
  )
  const groups = GROUPS.flatMap((group): MatrixRow[] => {
    const own = shown.filter((tool) => tool.group === group)
    if (own.length === 0) return []
    const isCollapsed = query.collapsed.has(group)
    const head: MatrixRow = { kind: 'group', group, tools: own, isCollapsed }
    return isCollapsed ? [head] : [head, ...own.map((tool): MatrixRow => ({ kind: 'tool', tool }))]
  })
  const isFiltered = query.text.trim() !== '' || query.isDifferentOnly
  return isFiltered ? groups : [{ kind: 'sync' }, ...groups]
}
