import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { isolate } from '../format/isolate.ts'
import { Name } from '../parts/name.tsx'
import { SideResizer, useSideWidth } from './side-resizer.tsx'
import css from './table-page.module.css'

type SidePanelProps = {
  readonly title: string
  readonly note?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The detail of one row beside the table. It does not take the focus, so that J and K leaf through the rows. */
export const SidePanel = ({ title, note, onClose, children }: SidePanelProps) => {
  const { widthPx, setDragged } = useSideWidth()
  const closeOnEscape = (event: KeyboardEvent) => {
    // A dialog opened from here is elsewhere on the page and handles its own Escape.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || !isInside) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside
      className={css.side}
      // A custom property is not in React's type.
      style={{ '--side-width': widthPx === undefined ? undefined : `${widthPx}px` } as CSSProperties}
      aria-label={`Details of ${isolate(title)}`}
      onKeyDown={closeOnEscape}
    >
      <SideResizer setDragged={setDragged} />
      <header className={css.sideHead}>
        <div>
          <Text component="h2" fz="0.9375rem" fw={600} lh={1.35} style={{ overflowWrap: 'anywhere' }}>
            <Name>{title}</Name>
          </Text>
          <Text component="div" size="xs" c="dimmed" mt={2}>
            {note}
          </Text>
        </div>
        <ActionIcon ml="auto" aria-label="Close the details" title="Close (Esc)" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={css.sideBody}>{children}</div>
    </aside>
  )
}

export const SideHeading = ({ children }: { readonly children: ReactNode }) => (
  <Text component="h3" size="xs" fw={600} mb={6}>
    {children}
  </Text>
)
