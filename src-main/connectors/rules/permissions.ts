// Permissions as values: a map from tool to what it may do. Maps, not objects: tool names come from outside.
import type { z } from 'zod'
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import type { ConnectorCatalogSchema, PermissionSchema } from '../../../src-shared/service/connectors.ts'

export type Permission = z.infer<typeof PermissionSchema>
export type Permissions = ReadonlyMap<string, Permission>
export type Catalog = z.output<typeof ConnectorCatalogSchema>
export type CatalogTool = Pick<
  Catalog['tools'][number],
  'name' | 'label' | 'description' | 'group' | 'default' | 'effective'
>

export const effectiveOf = (tools: readonly Pick<CatalogTool, 'name' | 'effective'>[]): Permissions =>
  new Map(tools.map(({ name, effective }) => [name, effective]))

/** Cells that differ, in the order of `after`; a tool that only one of them names is not a change. */
export const changesBetween = (before: Permissions, after: Permissions): ToolChange[] =>
  [...after].flatMap(([tool, to]) => {
    const from = before.get(tool)
    return from === undefined || from === to ? [] : [{ tool, from, to }]
  })

/** No tool that both name differs, as with brands that share one list. */
export const agrees = (left: Permissions, right: Permissions): boolean => changesBetween(left, right).length === 0

/** The permissions with the deltas applied; deltas of other tools are left out. */
export const withDeltas = (permissions: Permissions, deltas: Permissions): Permissions =>
  new Map([...permissions].map(([tool, value]) => [tool, deltas.get(tool) ?? value]))

/** The same tools in the same state, in whatever order. */
export const isSame = (left: Permissions, right: Permissions): boolean =>
  left.size === right.size && [...left].every(([tool, value]) => right.get(tool) === value)

/** One version after the last one seen, and the tools in it that this desk itself changed. */
export type LaterVersion = { readonly permissions: Permissions; readonly own: readonly string[] }

/**
 * What the person expects after one more version: the value seen (of a later tool, its first), or set here since. A value
 * that differs from it was changed by somebody else: drift.
 */
export const expectedAfter = (expected: Permissions, { permissions, own }: LaterVersion): Permissions => {
  const next = new Map(expected)
  for (const [tool, value] of permissions) if (own.includes(tool) || !next.has(tool)) next.set(tool, value)
  return next
}
