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

type ValueProps<Value> = {
  /** What the dialog is about; null: it is closed. */
  readonly value: Value | null
  readonly onClose: () => void
  readonly title: string
  readonly size?: number
  /** Gone at once: the next key is for the list again. */
  readonly isInstant?: boolean
  readonly children: (value: Value) => ReactNode
}

/** A dialog about a value, open while there is one. */
export const ValueDialog = <Value,>({
  value,
  onClose,
  title,
  size,
  isInstant = false,
  children,
}: ValueProps<Value>) => (
  <Modal
    opened={value !== null}
    onClose={onClose}
    title={title}
    {...(size !== undefined && { size })}
    {...(isInstant && { transitionProps: { duration: 0 } })}
  >
    {value === null ? null : children(value)}
  </Modal>
)
