import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { suppress } from '../../state/suppressed.ts'
import css from './prospects.module.css'
import { type SuppressAs, valuesOf } from './suppress-values.ts'

const NAMED_MAX = 5

type FormProps = { readonly rows: readonly ContactRow[]; readonly onClose: () => void }

const Form = ({ rows, onClose }: FormProps) => {
  const addresses = valuesOf(rows, 'address')
  const domains = valuesOf(rows, 'domain')
  const [chosen, setAs] = useState<SuppressAs>(addresses.length > 0 ? 'address' : 'domain')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const values = chosen === 'address' ? addresses : domains
  const [only] = values
  const what =
    values.length === 1 && only !== undefined
      ? only
      : plural(values.length, chosen, chosen === 'address' ? 'addresses' : 'domains')
  const save = async () => {
    const refused = await suppress(values.map((value) => ({ value, reason: reason.trim() })))
    if (refused === null) onClose()
    else setError(refused)
  }
  return (
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        if (values.length > 0) void save()
      }}
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
      <ul className={css.whom} aria-label="Who is suppressed">
        {values.slice(0, NAMED_MAX).map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
        {values.length > NAMED_MAX ? <li>and {formatWhole(values.length - NAMED_MAX)} more</li> : null}
      </ul>
      <TextInput
        data-autofocus
        label="Reason"
        placeholder="asked us to stop"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error === null ? null : <ErrorNotice error={error} title="Nobody was suppressed" />}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={values.length === 0}>
          Suppress <bdi className={css.value}>{what}</bdi> for all brands
        </Button>
      </div>
    </form>
  )
}

/** No brand writes to them any more: an address, or everybody at a domain. Undone by one press. */
export const SuppressDialog = ({
  rows,
  onClose,
}: {
  readonly rows: readonly ContactRow[] | null
  readonly onClose: () => void
}) => (
  <Modal opened={rows !== null} onClose={onClose} title="Suppress people" size={560}>
    {rows === null ? null : <Form rows={rows} onClose={onClose} />}
  </Modal>
)
