import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useUi } from '../state/ui.ts'

/** A view's own main action, one filled button, in the header in place of Sync. */
export const MainAction = ({ children }: { readonly children: ReactNode }) => {
  const slot = useUi((state) => state.mainActionSlot)
  return slot === null ? null : createPortal(children, slot)
}

/** For a view whose main action stands in its content, or that has none: the header shows no Sync either. */
export const NoMainAction = () => (
  <MainAction>
    <span hidden />
  </MainAction>
)
