import { ActionIcon, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { type Mark, type Marked, markKeywords } from '../../state/research.ts'

const BUTTONS: readonly {
  readonly mark: Mark
  readonly word: string
  readonly key: string
  readonly color: string
  readonly Icon: typeof IconX
}[] = [
  { mark: 'keep', word: 'Keep', key: '1', color: 'green', Icon: IconCheck },
  { mark: 'drop', word: 'Drop', key: '3', color: 'red', Icon: IconX },
]

/** Keep or drop; pressed again, it removes the mark. */
export const MarkButtons = ({ row }: { readonly row: Marked }) => (
  <Group gap={4} wrap="nowrap">
    {BUTTONS.map(({ mark, word, key, color, Icon }) => (
      <ActionIcon
        key={mark}
        {...(row.state === mark ? { variant: 'light', color } : {})}
        aria-label={`${word} ${isolate(row.keyword)}`}
        aria-pressed={row.state === mark}
        title={`${word} (${key})`}
        onClick={(event) => {
          event.stopPropagation()
          void markKeywords([row], row.state === mark ? null : mark)
        }}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    ))}
  </Group>
)
