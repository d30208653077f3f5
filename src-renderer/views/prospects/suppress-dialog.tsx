import { Modal, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { suppress } from '../../state/suppressed.ts'

type SuppressAs = 'address' | 'domain'
type Contact = Pick<ContactRow, 'email' | 'domain'>

const addressOf = ({ email }: Contact): string => email?.trim().toLowerCase() ?? ''
/** The host of the address; without an address the site where the person was found. */
const domainOf = (contact: Contact): string => {
  const address = addressOf(contact)
  return address.includes('@')
    ? address.slice(address.lastIndexOf('@') + 1)
    : (contact.domain?.trim().toLowerCase() ?? '')
}

/** The addresses or domains of these people, each once. */
const valuesOf = (rows: readonly Contact[], as: SuppressAs): string[] =>
  [...new Set(rows.map(as === 'address' ? addressOf : domainOf))].filter((value) => value !== '')

const NAMED_MAX = 5

type FormProps = { readonly rows: readonly ContactRow[]; readonly onClose: () => void }

const Form = ({ rows, onClose }: FormProps) => {
  const addresses = valuesOf(rows, 'address')
  const domains = valuesOf(rows, 'domain')
  const [chosen, setAs] = useState<SuppressAs>(addresses.length > 0 ? 'address' : 'domain')
  const [reason, setReason] = useState('')
  const { error, isBusy, run } = useAction()
  const values = chosen === 'address' ? addresses : domains
  const [only] = values
  const what =
    values.length === 1 && only !== undefined
      ? only
      : plural(values.length, chosen, chosen === 'address' ? 'addresses' : 'domains')
  const save = async () => {
    const reply = await run(suppress(values.map((value) => ({ value, reason: reason.trim() }))))
    if (reply.ok) onClose()
  }
  return (
    <DialogForm
      canSubmit={values.length > 0}
      isBusy={isBusy}
      submit={
        <>
          Suppress{' '}
          <Text component="bdi" inherit truncate maw={270} mx={4}>
            {what}
          </Text>{' '}
          for all brands
        </>
      }
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <SegmentedControl
        aria-label="Who"
        data={[
          {
            value: 'address',
            label: addresses.length === 1 ? 'This address' : plural(addresses.length, 'address', 'addresses'),
            disabled: addresses.length === 0,
          },
          {
            value: 'domain',
            label:
              domains.length === 1 ? `Everyone at ${domains[0]}` : `Everyone at ${plural(domains.length, 'domain')}`,
            disabled: domains.length === 0,
          },
        ]}
        value={chosen}
        onChange={(next) => setAs(next === 'domain' ? 'domain' : 'address')}
      />
      <Text component="ul" fw={600} style={{ overflowWrap: 'anywhere' }} aria-label="Who is suppressed">
        {values.slice(0, NAMED_MAX).map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
        {values.length > NAMED_MAX ? <li>and {formatWhole(values.length - NAMED_MAX)} more</li> : null}
      </Text>
      <TextField
        data-autofocus
        label="Reason"
        placeholder="asked us to stop"
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <ErrorNotice error={error} title="Nobody was suppressed" />
    </DialogForm>
  )
}

type Props = { readonly rows: readonly ContactRow[] | null; readonly onClose: () => void }

/** Suppresses an address, or everyone at a domain, for all brands; can be undone. */
export const SuppressDialog = ({ rows, onClose }: Props) => (
  <Modal opened={rows !== null} onClose={onClose} title="Suppress people" size={560}>
    {rows === null ? null : <Form rows={rows} onClose={onClose} />}
  </Modal>
)
