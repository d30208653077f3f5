import { ActionIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { type Mark, type Marked, markKeywords } from '../../state/research.ts'
import css from './research.module.css'

const BUTTONS: readonly {
  readonly mark: Mark
  readonly word: string
  readonly key: string
  readonly Icon: typeof IconX
}[] = [
  { mark: 'keep', word: 'Keep', key: '1', Icon: IconCheck },
  { mark: 'drop', word: 'Drop', key: '3', Icon: IconX },
]

/** Keep or drop; pressed once more, the mark is taken off. */
export const MarkButtons = ({ row }: { readonly row: Marked }) => (
  <span className={css.markButtons}>
    {BUTTONS.map(({ mark, word, key, Icon }) => (
      <ActionIcon
        key={mark}
        data-mark={mark}
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
  </span>
)
