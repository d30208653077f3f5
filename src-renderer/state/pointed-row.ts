import { create } from 'zustand'
import { pointAt } from './ui.ts'

type PointedRow = {
  /** Brand of the rail whose name and actions are shown beside its row. */
  readonly brandId: string | null
  /** Of its row, from the top of the window. */
  readonly top: number
  readonly isMenuOpen: boolean
}

export const usePointedRow = create<PointedRow>()(() => ({ brandId: null, top: 0, isMenuOpen: false }))

/** An open menu keeps its row. */
export const pointAtRow = (brandId: string, row: Element): void => {
  pointAt(brandId)
  if (!usePointedRow.getState().isMenuOpen)
    usePointedRow.setState({ brandId, top: row.getBoundingClientRect().top, isMenuOpen: false })
}

export const openRowMenu = (brandId: string, row: Element): void =>
  usePointedRow.setState({ brandId, top: row.getBoundingClientRect().top, isMenuOpen: true })

export const setRowMenu = (isMenuOpen: boolean): void => usePointedRow.setState({ isMenuOpen })

export const leaveRow = (): void => {
  if (!usePointedRow.getState().isMenuOpen) usePointedRow.setState({ brandId: null })
}
