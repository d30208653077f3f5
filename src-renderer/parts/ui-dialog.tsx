import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { closeDialog, useUi } from '../state/ui.ts'

type Props = {
  readonly name: ReturnType<typeof useUi.getState>['dialog']
  readonly title: string
  readonly size: number
  readonly children: ReactNode
}

/** One of the window's own dialogs; what is in it is there only while it is open. */
export const UiDialog = ({ name, title, size, children }: Props) => {
  const isOpen = useUi((state) => state.dialog === name)
  return (
    <Modal opened={isOpen} onClose={closeDialog} title={title} size={size}>
      {isOpen ? children : null}
    </Modal>
  )
}
