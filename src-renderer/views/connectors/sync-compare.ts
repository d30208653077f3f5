// Compares what a sync switch was expected to change with what it changed.
import type { SyncPreview } from '../../../src-shared/desk/connectors.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { plural } from '../../format/numbers.ts'

type Cell = { readonly brandId: string; readonly tool: string }
export type Compared = {
  readonly asForeseen: number
  /** Changed unexpectedly or to another value; brands that the preview called unknown do not count. */
  readonly otherwise: readonly Cell[]
  /** Expected, but not changed, in a brand that did change. */
  readonly missing: readonly Cell[]
  /** Brands that were expected to change and did not change at all. */
  readonly stoodStill: readonly string[]
}

/** Whether the preview came true, as far as the brands could be read again. */
export const comparedText = (
  { asForeseen, otherwise, missing, stoodStill }: Compared,
  unreadBrands: number,
): string => {
  const isSame = [otherwise, missing, stoodStill].every((list) => list.length === 0)
  if (isSame && unreadBrands === 0) return 'The result matches the preview.'
  return [
    `${plural(asForeseen, 'cell')} match the preview.`,
    ...(isSame ? [] : ['Differences are listed below.']),
    ...(unreadBrands === 0 ? [] : [`${plural(unreadBrands, 'brand')} could not be refreshed.`]),
  ].join(' ')
}

const keyOf = ({ brandId, tool }: Cell) => JSON.stringify([brandId, tool])

export const compareSync = (
  preview: Pick<SyncPreview, 'brands' | 'unknown'>,
  { changed, failed }: Pick<CallOutput<'connectors.setSync'>, 'changed' | 'failed'>,
): Compared => {
  const foreseen = new Map(
    preview.brands.flatMap(({ brandId, changes }) =>
      changes.map(({ tool, to }) => [keyOf({ brandId, tool }), { brandId, tool, to }] as const),
    ),
  )
  const happened = new Set<string>()
  const otherwise: Cell[] = []
  let asForeseen = 0
  for (const { brandId, changes } of changed)
    for (const { tool, to } of changes) {
      const cell = { brandId, tool }
      const wanted = foreseen.get(keyOf(cell))
      happened.add(keyOf(cell))
      // The preview made no claim about a brand or value that it called unknown.
      if (wanted?.to === to || wanted?.to === null) asForeseen += 1
      else if (!preview.unknown.includes(brandId)) otherwise.push(cell)
    }
  const unreadable = new Set(failed.map(({ brandId }) => brandId))
  const unmet = [...foreseen.values()]
    .filter((cell) => cell.to !== null && !happened.has(keyOf(cell)) && !unreadable.has(cell.brandId))
    .map(({ brandId, tool }) => ({ brandId, tool }))
  const reached = new Set(changed.map(({ brandId }) => brandId))
  return {
    asForeseen,
    otherwise,
    missing: unmet.filter(({ brandId }) => reached.has(brandId)),
    stoodStill: [...new Set(unmet.map(({ brandId }) => brandId))].filter((brandId) => !reached.has(brandId)),
  }
}
