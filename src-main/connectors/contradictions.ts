// Brands of one organisation whose sync is on share one list: a value for one of them applies to each of them.

import type { PlanSubject } from './plan.ts'
import { relationOf } from './reach.ts'
import { agrees, effectiveOf, type Permission } from './rules/permissions.ts'

type Cell = { readonly brandId: string; readonly tool: string; readonly value: Permission }
type Place = { readonly index: number; readonly subject: PlanSubject }
/** Two cells that cannot both be set, by their index. */
export type Contradiction = { readonly tool: string; readonly left: Place; readonly right: Place }

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
export const contradictionsIn = (
  cells: readonly Cell[],
  subjects: ReadonlyMap<string, PlanSubject>,
): Contradiction[] => {
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
