// What a catalog shows of changes that were sent and whose reply was never stored: the desk ended, or the disk refused it.
import type { AppliedBrand, ToolChange } from '../../../src-shared/desk/connectors.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Permissions } from './permissions.ts'

export type EndOfBrand = Omit<AppliedBrand, 'brandId'>

export const settleCutOff = (
  { id, name }: { readonly id: string; readonly name: string },
  sent: readonly ToolChange[],
  now: Permissions,
): EndOfBrand => {
  const applied = sent.filter(({ tool, to }) => now.get(tool) === to)
  const left = sent.filter(({ tool, to }) => now.get(tool) !== to)
  if (left.length === 0) return { state: 'applied', applied, moved: [], error: null }
  const error = new DeskError(
    'conflict',
    `${name}: the apply was interrupted, and ${left.length} of the changes did not arrive (${left.map(({ tool }) => tool).join(', ')}).`,
    { brandId: id, operation: 'connectors.update' },
  ).toValue()
  return { state: 'failed', applied, moved: [], error }
}
