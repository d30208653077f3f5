import { create } from 'zustand'

type Dialog = 'none' | 'palette' | 'shortcuts' | 'add-brands' | 'let-go' | 'confirm-address' | 'remove-demo'

type Ui = {
  readonly dialog: Dialog
  /** Brand whose name, colour, tags and key are being edited. */
  readonly editing: string | null
  readonly railFilter: string
  /** Brand of the rail under the pointer. */
  readonly pointed: string | null
}

export const useUi = create<Ui>()(() => ({ dialog: 'none', editing: null, railFilter: '', pointed: null }))

export const openDialog = (dialog: Dialog): void => useUi.setState({ dialog })
export const closeDialog = (): void => useUi.setState({ dialog: 'none' })
export const editBrand = (brandId: string | null): void => useUi.setState({ editing: brandId })
export const setRailFilter = (railFilter: string): void => useUi.setState({ railFilter })
export const pointAt = (pointed: string): void => useUi.setState({ pointed })
