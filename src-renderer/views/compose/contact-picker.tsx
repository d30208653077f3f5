import { Checkbox, Modal, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { PriorContact } from '../../../src-shared/desk/outreach-care.ts'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Name } from '../../parts/name.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { addPeople, useCompose } from '../../state/compose/compose.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { ContactHistoryCell } from '../prospects/contact-history.tsx'
import { addedNotice } from './added-notice.ts'
import css from './compose.module.css'

/** People of one reply: a search finds the others. */
const SHOWN_MAX = 100

/** Rows of the search before stay while the next one is asked: nobody is taken whom the words do not name. */
const isNamedBy = ({ name, role, email, domain }: ContactRow, search: string): boolean => {
  const text = [name, role, email, domain].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const keyOf = ({ brandId, id }: Pick<ContactRow, 'brandId' | 'id'>): string => `${brandId} ${id}`

type Chosen = ReadonlyMap<string, ContactRow>
type ListProps = {
  readonly chosen: Chosen
  /** Keys of those who are recipients already. */
  readonly added: ReadonlySet<string>
  readonly onToggle: (row: ContactRow) => void
}
type RowProps = ListProps & {
  readonly row: ContactRow /** Undefined: not looked up yet. */
  readonly history: readonly PriorContact[] | undefined
}

const Row = ({ row, history, chosen, added, onToggle }: RowProps) => {
  const name = row.name ?? row.email ?? 'no name'
  const isAdded = added.has(keyOf(row))
  return (
    <li className={css.pickable}>
      <Checkbox
        label={
          <>
            <Name>{name}</Name>
            {row.role === null ? null : <span className="soft"> · {row.role}</span>}
          </>
        }
        description={row.email}
        checked={isAdded || chosen.has(keyOf(row))}
        disabled={isAdded || row.suppression !== null}
        onChange={() => onToggle(row)}
      />
      {row.suppression !== null ? (
        <StateWord
          word="Suppressed"
          tone="bad"
          about={`By ${isolate(row.suppression.value)}: no brand contacts them`}
        />
      ) : isAdded ? (
        <StateWord word="Added" tone="plain" />
      ) : history?.length === 0 ? (
        <span className="soft">Not contacted yet</span>
      ) : (
        <ContactHistoryCell brandId={row.brandId} contactHistory={history} />
      )}
    </li>
  )
}

type BrandProps = ListProps & {
  readonly brandId: string
  readonly rows: readonly ContactRow[]
  readonly isNamed: boolean
}

const PeopleOfBrand = ({ brandId, rows, isNamed, ...list }: BrandProps) => {
  const { value } = useDesk('outreach.contactHistory', { contacts: rows.map(({ id }) => ({ brandId, contactId: id })) })
  const byContact = Map.groupBy(value?.contactHistory ?? [], ({ contactId }) => contactId)
  return (
    <>
      {isNamed ? (
        <li className={css.pickableBrand}>
          <BrandBadge brandId={brandId} />
        </li>
      ) : null}
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          history={value === undefined ? undefined : (byContact.get(row.id) ?? [])}
          {...list}
        />
      ))}
    </>
  )
}

/** Contacts with an address, to be added to the recipients. */
export const ContactPicker = ({ onClose }: { readonly onClose: () => void }) => {
  const scope = useScope()
  const people = useCompose((state) => state.people)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const asked = { brandIds: brandIdsOf(scope), filter: { hasEmail: true }, search: search.trim(), limit: SHOWN_MAX }
  const { value, error, reload } = useDesk('contacts.page', asked)
  const rows = value?.rows ?? []
  const added = new Set(people.map(({ brandId, contactId }) => keyOf({ brandId, id: contactId })))
  const toggle = (row: ContactRow) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
    setChosen(next)
  }
  // Enter takes who was typed for, and does not close the dialog.
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || search.trim() === '') return
    event.preventDefault()
    const isFree = (row: ContactRow) => row.suppression === null && !added.has(keyOf(row)) && !chosen.has(keyOf(row))
    const first = rows.find((row) => isFree(row) && isNamedBy(row, search))
    if (first !== undefined) toggle(first)
  }
  const add = () => {
    const newcomers = [...chosen.values()].map(({ id, ...row }) => ({
      ...{ brandId: row.brandId, contactId: id, name: row.name, email: row.email },
    }))
    const result = addPeople(newcomers)
    const { title, notes } = addedNotice(result, newcomers.length)
    if (notes !== '') notify({ title, message: notes, tone: 'warning' })
    onClose()
  }
  const total = value?.total ?? 0
  return (
    <Modal opened onClose={onClose} title="Add people from contacts" size={680}>
      <DialogForm
        canSubmit={chosen.size > 0}
        submit={chosen.size === 0 ? 'Add people' : `Add ${plural(chosen.size, 'person', 'people')}`}
        onSubmit={add}
        onCancel={onClose}
      >
        <TextField
          type="search"
          aria-label="Find contacts"
          placeholder="Name, role, address or site; Enter takes the first one"
          data-autofocus
          value={search}
          onChange={setSearch}
          onKeyDown={takeFirst}
        />
        <ErrorNotice error={error} title="The contacts could not be read" onRetry={reload} />
        {value !== undefined && rows.length === 0 ? (
          <Text c="dimmed">
            {search.trim() === '' ? 'No contact with an address yet. Find people in Prospects.' : 'No contacts match.'}
          </Text>
        ) : (
          <ul className={`box lines ${css.pickables}`} aria-label="Contacts">
            {[...Map.groupBy(rows, ({ brandId }) => brandId)].map(([brandId, some]) => (
              <PeopleOfBrand
                key={brandId}
                {...{ brandId, chosen, added }}
                rows={some}
                isNamed={scope === 'all'}
                onToggle={toggle}
              />
            ))}
          </ul>
        )}
        <Text size="xs" c="dimmed" role="status">
          {total > rows.length
            ? `${formatWhole(rows.length)} of ${plural(total, 'contact')} with an address. Search to find others.`
            : `${plural(total, 'contact')} with an address`}
        </Text>
      </DialogForm>
    </Modal>
  )
}
