import { create } from 'zustand'

type Dialog =
  | 'none'
  | 'palette'
  | 'shortcuts'
  | 'add-brands'
  | 'let-go'
  | 'confirm-address'
  | 'remove-demo'
  | 'messages'

export type BrandPart = 'look' | 'key' | 'removal'

type Ui = {
  readonly dialog: Dialog
  /** Brand whose name, colour, tags and key are being edited. */
  readonly editing: string | null
  /** The part of that dialog that was asked for. */
  readonly editingPart: BrandPart
  readonly railFilter: string
  /** Brand of the rail under the pointer. */
  readonly pointed: string | null
  /** Tags of the rail whose brands are listed. */
  readonly openTags: ReadonlySet<string>
  /** G was pressed: the letter of a place follows. */
  readonly isGoing: boolean
  /** Where the header shows a view's own main action. */
  readonly mainActionSlot: HTMLElement | null
}

export const useUi = create<Ui>()(() => ({
  dialog: 'none',
  editing: null,
  editingPart: 'look',
  railFilter: '',
  pointed: null,
  openTags: new Set(),
  isGoing: false,
  mainActionSlot: null,
}))

export const openDialog = (dialog: Dialog): void => useUi.setState({ dialog })
export const closeDialog = (): void => useUi.setState({ dialog: 'none' })
export const editBrand = (editing: string | null, editingPart: BrandPart = 'look'): void =>
  useUi.setState({ editing, editingPart })
export const setRailFilter = (railFilter: string): void => useUi.setState({ railFilter })
export const withToggled = (chosen: ReadonlySet<string>, one: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(one)) next.add(one)
  return next
}
export const toggleTag = (tag: string): void =>
  useUi.setState(({ openTags }) => ({ openTags: withToggled(openTags, tag) }))
export const setGoing = (isGoing: boolean): void => {
  if (useUi.getState().isGoing !== isGoing) useUi.setState({ isGoing })
}
export const pointAt = (pointed: string): void => useUi.setState({ pointed })
export const setMainActionSlot = (mainActionSlot: HTMLElement | null): void => useUi.setState({ mainActionSlot })

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
