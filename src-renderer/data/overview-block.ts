import { useDesk } from './use-desk.ts'

export type OverviewBlocks = {
  /** All brands of a table in its order. */
  readonly brandIds: readonly string[]
  readonly blockRows: number
  readonly asOfDay: string | undefined
}

/** The overview of a table's row, asked for in blocks: rows in sight share a few calls. Undefined: not known yet. */
export const useOverviewAt = ({ brandIds, blockRows, asOfDay }: OverviewBlocks, index: number | null) => {
  const from = index === null ? 0 : index - (index % blockRows)
  const block = index === null ? [] : brandIds.slice(from, from + blockRows)
  const input = { brandIds: block, limit: blockRows, ...(asOfDay !== undefined && { asOfDay }) }
  const { value } = useDesk('brands.overview', block.length === 0 ? null : input)
  return index === null ? undefined : value?.rows[index - from]
}
