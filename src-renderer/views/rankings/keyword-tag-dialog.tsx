import { Modal, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { type KeywordKey, markKeywords } from '../../state/keyword-marks.ts'

export type TaggedKeyword = KeywordKey & { readonly tags: readonly string[] }
type Props = { readonly rows: readonly TaggedKeyword[]; readonly onClose: () => void }

const TAG_MAX = 40
const nameOf = (rows: readonly TaggedKeyword[]): string =>
  rows.length === 1 ? isolate(rows[0]?.keyword ?? '') : plural(rows.length, 'keyword')

const Form = ({ rows, onClose }: Props) => {
  const known = useDesk('rankings.tags', { brandIds: 'all' }).value?.tags.map(({ tag }) => tag) ?? []
  const onAll = [...new Set(rows.flatMap(({ tags }) => tags))].filter((tag) =>
    rows.every(({ tags }) => tags.includes(tag)),
  )
  const [tags, setTags] = useState<readonly string[]>(onAll)
  const addTags = tags.filter((tag) => !onAll.includes(tag))
  const removeTags = onAll.filter((tag) => !tags.includes(tag))
  return (
    <DialogForm
      canSubmit={addTags.length + removeTags.length > 0}
      submit={`Tag ${plural(rows.length, 'keyword')}`}
      onSubmit={() => {
        onClose()
        void markKeywords(rows, { addTags, removeTags })
      }}
      onCancel={onClose}
    >
      <TagsInput
        data-autofocus
        label={rows.length === 1 ? 'Tags' : 'Tags on all of them'}
        description="Tags are kept on this desk. The service does not get them."
        placeholder={tags.length === 0 ? 'Type a tag, then Enter' : ''}
        data={known}
        acceptValueOnBlur
        maxTags={50}
        value={[...tags]}
        onChange={(next) => setTags([...new Set(next.map((tag) => tag.trim().slice(0, TAG_MAX)).filter(Boolean))])}
      />
    </DialogForm>
  )
}

/** Adds and removes tags of one keyword or many; can be undone. */
export const KeywordTagDialog = ({
  rows,
  onClose,
}: {
  readonly rows: readonly TaggedKeyword[] | null
  readonly onClose: () => void
}) => (
  <Modal opened={rows !== null} onClose={onClose} title={rows === null ? '' : `Tags of ${nameOf(rows)}`}>
    {rows === null ? null : <Form rows={rows} onClose={onClose} />}
  </Modal>
)
