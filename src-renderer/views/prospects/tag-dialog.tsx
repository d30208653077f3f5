import { Button, Group, Modal, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { plural } from '../../format/numbers.ts'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { markProspects } from '../../state/marks.ts'

type Props = {
  readonly rows: readonly ProspectRow[]
  /** Tags in use, to be chosen from. */
  readonly known: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const TAG_MAX = 40
const tagsOn = (rows: readonly ProspectRow[]): { all: string[]; some: string[] } => {
  const every = [...new Set(rows.flatMap(({ tags }) => tags))]
  const isOnAll = (tag: string) => rows.every(({ tags }) => tags.includes(tag))
  return { all: every.filter(isOnAll), some: every.filter((tag) => !isOnAll(tag)) }
}

const Form = ({ rows, known, onClose, onDone }: Props) => {
  const before = tagsOn(rows)
  const [tags, setTags] = useState(before.all)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const addTags = tags.filter((tag) => !before.all.includes(tag))
  const removeTags = [...before.all.filter((tag) => !tags.includes(tag)), ...dropped]
  const save = () => {
    onClose()
    void markProspects(rows, { addTags, removeTags }, onDone)
  }
  return (
    <DialogForm
      canSubmit={addTags.length + removeTags.length > 0}
      submit={`Tag ${plural(rows.length, 'prospect')}`}
      onSubmit={save}
      onCancel={onClose}
    >
      <TagsInput
        data-autofocus
        label={rows.length === 1 ? 'Tags' : 'Tags on all of them'}
        placeholder={tags.length === 0 ? 'Type a tag, then Enter' : ''}
        data={known.filter((tag) => !before.some.includes(tag))}
        acceptValueOnBlur
        maxTags={50}
        value={tags}
        onChange={(next) => setTags([...new Set(next.map((tag) => tag.trim().slice(0, TAG_MAX)).filter(Boolean))])}
      />
      {before.some.length === 0 ? null : (
        <div>
          <Text c="dimmed">On some of them; press one to remove it:</Text>
          <Group gap={6} mt={6}>
            {before.some.map((tag) => (
              <Button
                key={tag}
                size="compact-xs"
                variant={dropped.includes(tag) ? 'filled' : 'default'}
                aria-pressed={dropped.includes(tag)}
                onClick={() =>
                  setDropped(dropped.includes(tag) ? dropped.filter((each) => each !== tag) : [...dropped, tag])
                }
              >
                {tag}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </DialogForm>
  )
}

/** Adds and removes tags of many prospects at once; can be undone. */
export const TagDialog = ({ rows, ...rest }: Omit<Props, 'rows'> & { readonly rows: Props['rows'] | null }) => (
  <Modal
    opened={rows !== null}
    onClose={rest.onClose}
    title={`Tags of ${rows?.length === 1 ? (rows[0]?.domain ?? '1 prospect') : plural(rows?.length ?? 0, 'prospect')}`}
  >
    {rows === null ? null : <Form rows={rows} {...rest} />}
  </Modal>
)
