import { create } from 'zustand'

type Dialog = 'none' | 'palette' | 'shortcuts' | 'add-brands' | 'let-go' | 'confirm-address' | 'remove-demo'

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
  /** Where the header shows a view's own main action. */
  readonly mainActionSlot: HTMLElement | null
}

export const useUi = create<Ui>()(() => ({
  dialog: 'none',
  editing: null,
  editingPart: 'look',
  railFilter: '',
  pointed: null,
  mainActionSlot: null,
}))

export const openDialog = (dialog: Dialog): void => useUi.setState({ dialog })
export const closeDialog = (): void => useUi.setState({ dialog: 'none' })
export const editBrand = (editing: string | null, editingPart: BrandPart = 'look'): void =>
  useUi.setState({ editing, editingPart })
export const setRailFilter = (railFilter: string): void => useUi.setState({ railFilter })
export const pointAt = (pointed: string): void => useUi.setState({ pointed })
export const setMainActionSlot = (mainActionSlot: HTMLElement | null): void => useUi.setState({ mainActionSlot })
