import { useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { type DeskAnswer, useDesk } from '../../data/use-desk.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { useMatrixState } from '../../state/matrix-store.ts'
import { type Column, columnOf } from './matrix-model.ts'

export type MatrixAnswer = DeskAnswer<CallOutput<'connectors.matrix'>>

const ALL = { brandIds: 'all' } as const

/** The matrix of all brands, whichever is in view: all staged changes are reviewed together. */
export const useMatrixAnswer = (): MatrixAnswer => useDesk('connectors.matrix', ALL)

/** The brands shown, by name: those with the tag, or those picked. */
export const useColumns = (matrix: CallOutput<'connectors.matrix'> | undefined): readonly Column[] => {
  const list = useBrands((state) => state.list)
  const { tag, isPickedOnly, picked } = useMatrixState()
  return useMemo(() => {
    const byId = new Map((matrix?.brands ?? []).map((brand) => [brand.brandId, brand]))
    return byName(list).flatMap((brand) => {
      const row = byId.get(brand.id)
      const isShown = (tag === null || brand.tags.includes(tag)) && (!isPickedOnly || picked.has(brand.id))
      return row === undefined || !isShown ? [] : [columnOf(row, brand)]
    })
  }, [matrix, list, tag, isPickedOnly, picked])
}
