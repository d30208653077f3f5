// What an action stages on a part of the matrix: one cell, a rectangle, a row, a brand or a group.

import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import type { Permission, Staged, Wish } from '../../state/connector-staging.ts'
import type { Area } from './matrix-keys.ts'
import { type Column, cellOf, type MatrixRow, shownValue } from './matrix-model.ts'

export type Target = { readonly columns: readonly Column[]; readonly tools: readonly MatrixTool[] }

const toolsOf = (row: MatrixRow | undefined): readonly MatrixTool[] =>
  row === undefined || row.kind === 'sync' ? [] : row.kind === 'tool' ? [row.tool] : row.tools

/** The cells of an area. Row -1 means every row, column -1 every column. */
export const targetOf = (area: Area, rows: readonly MatrixRow[], columns: readonly Column[]): Target => {
  const isAllRows = area.top < 0
  const isAllColumns = area.left < 0
  const covered = isAllRows ? rows : rows.slice(area.top, area.bottom + 1)
  const tools = new Map(covered.flatMap(toolsOf).map((tool) => [tool.name, tool]))
  return {
    columns: isAllColumns ? columns : columns.slice(area.left, area.right + 1),
    tools: [...tools.values()],
  }
}

export const cellsOf = ({ columns, tools }: Target) =>
  columns.flatMap(({ brandId }) => tools.map(({ name }) => ({ brandId, tool: name })))

/** Cells that may be changed, with the value wanted; read-only brands and tools not offered are left out. */
export const wishesFor = ({ columns, tools }: Target, value: Permission): Wish[] =>
  columns
    .filter(({ brand }) => brand.canManage)
    .flatMap(({ brandId, brand }) =>
      tools.flatMap(({ name }) =>
        namedValue(brand.effective, name) === undefined ? [] : [{ brandId, tool: name, value }],
      ),
    )

/** Deny where all are allowed, else allow. Read-only brands do not count. */
export const nextValue = ({ columns, tools }: Target, staged: Staged): Permission => {
  const open = columns.filter(({ brand }) => brand.canManage)
  const values = open.flatMap((column) => tools.flatMap(({ name }) => shownValue(cellOf(column, name, staged)) ?? []))
  return values.length > 0 && values.every((value) => value === 'allow') ? 'deny' : 'allow'
}

/** A preset's cells for these brands, also for read-only ones: the review shows why they are refused. */
export const presetWishes = (permissions: Readonly<Record<string, Permission>>, columns: readonly Column[]): Wish[] =>
  columns.flatMap(({ brandId, brand }) =>
    Object.entries(permissions).flatMap(([tool, value]) =>
      namedValue(brand.effective, tool) === undefined ? [] : [{ brandId, tool, value }],
    ),
  )
