import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

type Props<Value> = {
  /** What the dialog is about; null: it is closed. */
  readonly value: Value | null
  readonly onClose: () => void
  readonly title: string
  readonly size?: number
  /** Gone at once: the next key is for the list again. */
  readonly isInstant?: boolean
  readonly children: (value: Value) => ReactNode
}

export const ValueDialog = <Value,>({ value, onClose, title, size, isInstant = false, children }: Props<Value>) => (
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
