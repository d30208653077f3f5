import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { suppress } from '../../state/suppressed.ts'
import { issuesByLine, parseEntries } from './parse-entries.ts'
import css from './suppressions.module.css'

const ENTRIES_MAX = 10_000

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [isBusy, setBusy] = useState(false)
  const entries = parseEntries(text, reason)
  const lines = error === null ? [] : issuesByLine(entries, error.detail?.issues ?? [])
  const isTooLong = entries.length > ENTRIES_MAX
  const add = async () => {
    setBusy(true)
    const refused = await suppress(entries.map(({ value, reason: why }) => ({ value, reason: why })))
    setBusy(false)
    if (refused === null) onClose()
    else setError(refused)
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (entries.length > 0 && !isTooLong && !isBusy) void add()
      }}
    >
      <Textarea
        data-autofocus
        label="Addresses and domains"
        description="One per line. A reason can follow after a comma or a tab. A domain suppresses everyone there."
        placeholder={'someone@example.com\nexample.org, asked us to stop'}
        autosize
        minRows={5}
        maxRows={12}
        error={isTooLong ? `At most ${ENTRIES_MAX.toLocaleString('en')} at once` : null}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <TextInput
        label="Reason"
        description="For lines without a reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error === null ? null : lines.length === 0 ? (
        <ErrorNotice error={error} title="Nothing was added" />
      ) : (
        <div className={css.problems} role="alert">
          <strong>
            {plural(lines.length, 'line')} {lines.length === 1 ? 'needs' : 'need'} fixing; nothing was added
          </strong>
          <ul>
            {lines.map(({ line, value, message }) => (
              <li key={line}>
                Line {line}: <bdi>{value}</bdi> – {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={entries.length === 0 || isTooLong}>
          Suppress {plural(entries.length, 'entry', 'entries')} for all brands
        </Button>
      </div>
    </form>
  )
}

/** Many at once, out of a spreadsheet or a mail. */
export const AddEntries = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Suppress people" size={560}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)
