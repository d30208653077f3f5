import { Text, Textarea } from '@mantine/core'
import type { Ref } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { KEPT_LABELS, useKeptText } from '../../parts/use-kept-text.ts'
import { saveNote } from '../../state/marks.ts'

type Props = { readonly row: ProspectRow; readonly inputRef?: Ref<HTMLTextAreaElement> | undefined }

/** A note on a prospect. Give each prospect's box a key of its own. */
export const NoteBox = ({ row, inputRef }: Props) => {
  const { brandId, id } = row
  const { state, field } = useKeptText(row.note, (text) => saveNote({ brandId, id }, text))
  return (
    <div>
      <Textarea
        ref={inputRef}
        data-note={id}
        aria-label="Note"
        placeholder="Your own note; saved as you type"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        {...field}
      />
      <Text c="dimmed" size="xs" mih="1.1rem" mt={2} role="status">
        {KEPT_LABELS[state]}
      </Text>
    </div>
  )
}
