import { DeskError } from '../../src-shared/desk/errors.ts'

const ISSUES_MAX = 20

export const refused = (message: string, { brandId }: { brandId: string }) =>
  new DeskError('conflict', message, { brandId })

export const noItem = (index: number) =>
  new DeskError('invalid', `This intent has no item ${index}.`, {
    issues: [{ path: 'items', message: `no item ${index}` }],
  })

type Named = {
  readonly brandId: string
  readonly items: readonly { readonly item: number; readonly label: string }[]
}

/** The conflict that names each item that the service already has, with the reason. */
export const alreadyDone = (
  { brandId, items }: Named,
  refusals: readonly { readonly item: number; readonly reason: string }[],
): DeskError => {
  const labels = new Map(items.map(({ item, label }) => [item, label]))
  const issues = refusals.slice(0, ISSUES_MAX).map(({ item, reason }) => {
    return { path: `items.${item}`, message: `${labels.get(item) ?? item}: ${reason}` }
  })
  const more = refusals.length > 1 ? ` (and ${refusals.length - 1} more)` : ''
  return new DeskError('conflict', `${issues[0]?.message ?? ''}${more} Nothing was sent again.`, { brandId, issues })
}
