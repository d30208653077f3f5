import { TextInput } from '@mantine/core'
import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { changedByLabel } from '../../format/changed-by.ts'
import { isolate } from '../../format/isolate.ts'
import quiet from '../../parts/fields/quiet-field.module.css'
import { KEPT_LABELS, useKeptText } from '../../parts/fields/use-kept-text.ts'
import { useNow } from '../../parts/use-now.ts'
import { saveKeywordNote } from '../../state/research.ts'
import css from './research.module.css'

/** A note on a keyword. One field a keyword: give it a key. */
export const NoteField = ({ row }: { readonly row: BasketRow }) => {
  const nowMs = useNow()
  const { state, field } = useKeptText(row.note, (text) => saveKeywordNote(row, text))
  return (
    <span className={css.note}>
      <TextInput
        variant="unstyled"
        classNames={{ input: quiet.field }}
        data-note={row.keyword}
        title={changedByLabel(row, nowMs)}
        aria-label={`Note on ${isolate(row.keyword)}`}
        placeholder="Add a note"
        maxLength={5000}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
        }}
        {...field}
      />
      <span className={css.noteState} role="status" data-state={state}>
        {KEPT_LABELS[state]}
      </span>
    </span>
  )
}
