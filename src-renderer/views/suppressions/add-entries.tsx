import { Modal, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatWhole, plural } from '../../format/numbers.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { suppress } from '../../state/suppressed.ts'
import { issuesByLine, parseEntries } from './parse-entries.ts'

const ENTRIES_MAX = 10_000

/** The desk's issues by line of the list. */
const LineProblems = ({ lines }: { readonly lines: ReturnType<typeof issuesByLine> }) => (
  <Notice tone="bad" role="alert">
    <strong>
      {plural(lines.length, 'line')} {lines.length === 1 ? 'needs' : 'need'} fixing; nothing was added
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

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const { error, isBusy, run, clear } = useAction()
  const form = useForm({ initialValues: { text: '', reason: '' }, onValuesChange: clear })
  const entries = parseEntries(form.values.text, form.values.reason)
  const lines = issuesByLine(entries, error?.detail?.issues ?? [])
  const isTooLong = entries.length > ENTRIES_MAX
  const add = async () => {
    const reply = await run(suppress(entries.map(({ value, reason }) => ({ value, reason }))))
    if (reply.ok) onClose()
  }
  return (
    <DialogForm
      canSubmit={entries.length > 0 && !isTooLong}
      isBusy={isBusy}
      submit={`Suppress ${plural(entries.length, 'entry', 'entries')} for all brands`}
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
      {error === null ? null : lines.length === 0 ? (
        <ErrorNotice error={error} title="Nothing was added" />
      ) : (
        <LineProblems lines={lines} />
      )}
    </DialogForm>
  )
}

/** Suppresses many addresses and domains, pasted from a spreadsheet or a mail. */
export const AddEntries = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Suppress people" size={560}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)
