import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  /** One of what is paged: `pitch`. */
  readonly what: string
  readonly keys?: { readonly previous: string; readonly next: string }
  readonly isFirst?: boolean
  readonly isLast?: boolean
  readonly onStep: (by: 1 | -1) => void
  /** Which one is shown: `3 of 12`. */
  readonly children: ReactNode
}

/** One of several things, between the buttons to the previous and the next one. */
export const Pager = ({ what, keys, isFirst = false, isLast = false, onStep, children }: Props) => {
  const titled = (label: string, key: string | undefined) => ({
    'aria-label': label,
    title: key === undefined ? label : `${label}: ${key}`,
  })
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <ActionIcon {...titled(`Previous ${what}`, keys?.previous)} disabled={isFirst} onClick={() => onStep(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      {children}
      <ActionIcon {...titled(`Next ${what}`, keys?.next)} disabled={isLast} onClick={() => onStep(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  )
}
