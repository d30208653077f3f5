import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './compose.module.css'

/** The row above a field: its label, notes and buttons. */
export const FieldHead = ({ children }: { readonly children: ReactNode }) => (
  <Group className={css.fieldHead} mih={24} mb={4} fz="xs">
    {children}
  </Group>
)
