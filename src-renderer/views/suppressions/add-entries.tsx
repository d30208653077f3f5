import { Modal, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { suppress } from '../../state/suppressed.ts'
import { type BadLine, issuesByLine, keepLines, parseEntries } from './parse-entries.ts'

const ENTRIES_MAX = 10_000

const needFixing = (count: number): string => `${plural(count, 'line')} ${count === 1 ? 'needs' : 'need'} fixing`

const LineProblems = ({ lines, added }: { readonly lines: readonly BadLine[]; readonly added: number }) => (
  <Notice tone="bad" role="alert">
    <strong>
      {needFixing(lines.length)}
      {added === 0 ? '; nothing was added' : ''}
    </strong>
    <Text component="ul" size="xs" mah={160} style={{ overflow: 'auto' }}>
      {lines.map(({ line, value, message }) => (
        <li key={line}>
          Line {line}: <bdi>{value}</bdi> – {message}
        </li>
      ))}
    </Text>
  </Notice>
)

const NO_LINES: readonly BadLine[] = []

/** The pasted list: the desk takes all of it or names its bad lines, and then the good ones can be added alone. */
const useAdding = (text: string, onDone: () => void) => {
  const [bad, setBad] = useState(NO_LINES)
  const [added, setAdded] = useState(0)
  const { error, isBusy, run, clear } = useAction()
  const forget = () => {
    setBad(NO_LINES)
    clear()
  }
  const form = useForm({ initialValues: { text, reason: '' }, onValuesChange: forget })
  const entries = parseEntries(form.values.text, form.values.reason)
  const badLines = new Set(bad.map(({ line }) => line))
  const good = entries.filter(({ line }) => !badLines.has(line))
  const add = async () => {
    const reply = await run(suppress(good.map(({ value, reason }) => ({ value, reason }))))
    if (!reply.ok) {
      const found = issuesByLine(good, reply.error.detail?.issues ?? [])
      if (found.length > 0) clear()
      setBad([...bad, ...found].toSorted((one, other) => one.line - other.line))
    } else if (bad.length === 0) onDone()
    else {
      const left = keepLines(form.values.text, bad)
      form.setFieldValue('text', left.text)
      setAdded(added + good.length)
      setBad(left.lines)
    }
  }
  return { form, entries, good, bad, added, error, isBusy, add }
}

const Form = ({ text, onClose }: { readonly text: string; readonly onClose: () => void }) => {
  const { form, entries, good, bad, added, error, isBusy, add } = useAdding(text, onClose)
  const isTooLong = entries.length > ENTRIES_MAX
  const submit =
    bad.length === 0
      ? `Suppress ${plural(entries.length, 'entry', 'entries')} for all brands`
      : `Add ${formatWhole(good.length)} · ${needFixing(bad.length)}`
  return (
    <DialogForm
      canSubmit={good.length > 0 && !isTooLong}
      isBusy={isBusy}
      submit={submit}
      onSubmit={() => void add()}
      onCancel={onClose}
    >
      <Textarea
        data-autofocus
        label="Addresses and domains"
        description="One per line. A reason can follow after a comma or a tab. A domain suppresses everyone there."
        placeholder={'someone@example.com\nexample.org, asked us to stop'}
        autosize
        minRows={5}
        maxRows={12}
        {...form.getInputProps('text')}
        error={isTooLong ? `At most ${formatWhole(ENTRIES_MAX)} at once` : null}
      />
      <TextInput
        label="Reason"
        description="For lines without a reason"
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <ErrorNotice error={error} title="Nothing was added" />
      {bad.length === 0 ? null : <LineProblems lines={bad} added={added} />}
    </DialogForm>
  )
}

/** Suppresses many addresses and domains, pasted from a spreadsheet or a mail. `text` is there at first; null: closed. */
export const AddEntries = ({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }) => (
  <Modal opened={text !== null} onClose={onClose} title="Suppress people" size={560}>
    {text === null ? null : <Form text={text} onClose={onClose} />}
  </Modal>
)
