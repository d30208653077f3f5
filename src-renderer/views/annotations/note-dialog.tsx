import { Group, MultiSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { NOTE_MAX } from '../../../src-shared/desk/annotations.ts'
import { isolate } from '../../format/isolate.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { ValueDialog } from '../../parts/ui-dialog.tsx'
import { useAction } from '../../parts/use-action.ts'
import { closeNote, type NoteDraft, saveNote, useNoteDraft } from '../../state/annotations.ts'
import { useBrands } from '../../state/brands.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const useNoteForm = (draft: NoteDraft) => {
  const form = useForm({
    initialValues: {
      text: draft.text ?? '',
      day: draft.day,
      untilDay: draft.untilDay ?? '',
      isOfAll: draft.brandIds === 'all',
      brandIds: draft.brandIds === 'all' ? [] : [...draft.brandIds],
      keyword: draft.keyword ?? '',
      page: draft.page ?? '',
    },
  })
  const { text, day, untilDay, isOfAll, brandIds, keyword, page } = form.values
  const isReversed = untilDay !== '' && untilDay < day
  const isTooLong = text.length > NOTE_MAX
  const canSubmit = text.trim() !== '' && !isTooLong && day !== '' && !isReversed && (isOfAll || brandIds.length > 0)
  const input = {
    ...(draft.old === undefined ? {} : { id: draft.old.id }),
    text,
    day,
    untilDay: orNull(untilDay),
    brandIds: isOfAll ? ('all' as const) : brandIds,
    keyword: orNull(keyword),
    page: orNull(page),
  }
  return { form, input, canSubmit, isReversed, isTooLong }
}

const NoteForm = ({ draft }: { readonly draft: NoteDraft }) => {
  const brands = useBrands((state) => state.list)
  const { form, input, canSubmit, isReversed, isTooLong } = useNoteForm(draft)
  const { error, isBusy, run } = useAction()
  const data = useMemo(() => brands.map(({ id, name }) => ({ value: id, label: isolate(name) })), [brands])
  const save = async () => {
    if ((await run(saveNote(input, draft.old))).ok) closeNote()
  }
  const { day, isOfAll, brandIds, text } = form.values
  const about = isOfAll ? ' for all brands' : brandIds.length > 1 ? ` for ${plural(brandIds.length, 'brand')}` : ''
  return (
    <DialogForm
      canSubmit={canSubmit}
      isBusy={isBusy}
      submit={
        draft.old === undefined ? `Add note${about}${day === '' ? '' : ` on ${formatShortDay(day)}`}` : 'Change note'
      }
      onSubmit={() => void save()}
      onCancel={closeNote}
    >
      <Textarea
        data-autofocus
        label="Note"
        description={`Markdown, up to ${formatWhole(NOTE_MAX)} characters`}
        autosize
        minRows={4}
        maxRows={14}
        error={isTooLong ? `${formatWhole(text.length)} characters are too many` : undefined}
        {...form.getInputProps('text')}
      />
      <Group grow align="flex-start">
        <TextField type="date" label="Day" required {...form.getInputProps('day')} />
        <TextField
          type="date"
          label="Until"
          description="Only for several days"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isReversed ? 'This is before the first day' : undefined}
          {...form.getInputProps('untilDay')}
        />
      </Group>
      <Switch label="All brands" {...form.getInputProps('isOfAll', { type: 'checkbox' })} />
      {isOfAll ? (
        <Text size="xs" c="dimmed">
          Also brands that are added later.
        </Text>
      ) : (
        <MultiSelect
          label="Brands"
          data={data}
          searchable
          selectFirstOptionOnChange
          required
          {...form.getInputProps('brandIds')}
        />
      )}
      <Group grow>
        <TextInput label="Keyword" placeholder="Any" maxLength={2000} {...form.getInputProps('keyword')} />
        <TextInput label="Page" placeholder="Any" maxLength={2000} {...form.getInputProps('page')} />
      </Group>
      <ErrorNotice error={error ?? undefined} title="The note was not saved" />
    </DialogForm>
  )
}

/** Writes or changes a note; opened from the place and from a day of any chart. */
export const NoteDialog = () => {
  const draft = useNoteDraft((state) => state.draft)
  const title = draft?.old === undefined ? 'Add a note' : 'Change this note'
  return (
    <ValueDialog value={draft} onClose={closeNote} title={title} size={520}>
      {(one) => <NoteForm draft={one} />}
    </ValueDialog>
  )
}
