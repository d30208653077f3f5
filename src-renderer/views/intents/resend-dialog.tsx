import { Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { itemsLabel } from '../../format/intent-labels.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { NEXT_LABELS } from '../../state/intent-fix.ts'
import { notify } from '../../state/notices.ts'
import {
  acceptableCodes,
  type Correction,
  closeResend,
  correct,
  fillIn,
  missingIn,
  resend,
  useResend,
} from '../../state/resend-store.ts'
import { incompleteLabel } from './outreach-labels.ts'

type Props = {
  readonly brandId: string
  readonly onPick: (contact: { readonly prospectEmailId: string; readonly person: string }) => void
}

const FOUND_MAX = 30

/** Picks a contact of the brand, by name, address or site. */
const ContactPicker = ({ brandId, onPick }: Props) => {
  const [search, setSearch] = useState('')
  const { value } = useDesk('contacts.page', {
    brandIds: [brandId],
    limit: FOUND_MAX,
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, 500) }),
  })
  const found = (value?.rows ?? []).map(({ id, name, email, domain }) => ({
    value: id,
    label: [name ?? 'no name', email ?? domain].filter((part) => part !== null).join(' · '),
  }))
  return (
    <Select
      label="Recipient"
      placeholder="Find a contact"
      searchable
      data={found}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(id) => {
        const contact = found.find((each) => each.value === id)
        if (contact !== undefined) onPick({ prospectEmailId: contact.value, person: contact.label })
      }}
    />
  )
}

type EditorProps = { readonly one: Correction; readonly items: readonly Correction[]; readonly brandId: string }

const Editor = ({ one, items, brandId }: EditorProps) => {
  const field = (name: 'subject' | 'body') => {
    const what = name === 'subject' ? 'subject' : 'text'
    const text = one[name]
    const isEmpty = text.trim() === ''
    const others = items.filter((each) => each.item !== one.item && each[name].trim() === '').length
    return {
      input: {
        value: text,
        error: isEmpty ? `Without a ${what} it is skipped again` : null,
        onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
          correct(one.item, { [name]: event.currentTarget.value }),
      },
      fillIn:
        others === 0 || isEmpty ? null : (
          <Button
            style={{ alignSelf: 'flex-start' }}
            variant="default"
            size="compact-xs"
            onClick={() => fillIn(name, text)}
          >
            Put this {what} into the {plural(others, 'other')} without one
          </Button>
        ),
    }
  }
  const subject = field('subject')
  const body = field('body')
  return (
    <Stack gap={14}>
      <Notice tone="warn">Skipped: {one.cause}</Notice>
      {one.prospectEmailId === '' ? (
        <ContactPicker brandId={brandId} onPick={(contact) => correct(one.item, contact)} />
      ) : (
        <div>
          To <bdi>{one.person}</bdi>
        </div>
      )}
      <TextInput label="Subject" {...subject.input} />
      {subject.fillIn}
      <Textarea label="Text" autosize minRows={6} maxRows={14} {...body.input} />
      {body.fillIn}
    </Stack>
  )
}

const Body = ({ brandId, onNew }: { readonly brandId: string; readonly onNew: ((id: string) => void) | undefined }) => {
  const { items, total, error, isBusy } = useResend()
  const [at, setAt] = useState(0)
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const one = items[Math.min(at, items.length - 1)]
  const ready = items.filter((each) => missingIn(each) === null).length
  const isRead = items.length === total
  const asked = error === null ? [] : acceptableCodes(error)
  const send = async () => {
    const id = await resend(accepted)
    if (id === null) return
    notify({ title: `${itemsLabel('queue', ready)} created again`, message: 'You can cancel them during their hold.' })
    onNew?.(id)
  }
  return (
    <DialogForm
      canSubmit={ready > 0 && isRead}
      isBusy={isBusy}
      submit={<ActionLabel what={`Resend ${itemsLabel('queue', ready)} for`} brandIds={[brandId]} />}
      onSubmit={() => void send()}
      onCancel={closeResend}
    >
      {isRead ? (
        <Group gap="6px 10px">
          <Pager what="pitch" isFirst={at === 0} isLast={at >= items.length - 1} onStep={(by) => setAt(at + by)}>
            {formatWhole(at + 1)} of {formatWhole(items.length)}
          </Pager>
          <Text span c="dimmed">
            {ready === items.length ? 'All pitches can be sent.' : incompleteLabel(items)}
          </Text>
        </Group>
      ) : (
        <Text c="dimmed" role="status">
          Reading {formatWhole(items.length)} of {formatWhole(total)} …
        </Text>
      )}
      {one === undefined ? null : <Editor key={one.item} one={one} items={items} brandId={brandId} />}
      <ErrorNotice error={error} title="Nothing was sent" />
      {asked.length > 0 || accepted.length > 0 ? (
        <Checkbox
          checked={accepted.length > 0 && asked.every((code) => accepted.includes(code))}
          onChange={(event) => setAccepted(event.currentTarget.checked ? [...accepted, ...asked] : [])}
          label="I have read the warnings. Send anyway."
        />
      ) : null}
    </DialogForm>
  )
}

/** Skipped pitches, one by one with the likely cause, to correct and resend. */
export const ResendDialog = ({
  intentId,
  onNew,
}: {
  readonly intentId: string
  readonly onNew: ((id: string) => void) | undefined
}) => {
  const intent = useResend((state) => state.intent)
  const isOpen = intent?.id === intentId
  return (
    <Modal opened={isOpen} onClose={closeResend} title={NEXT_LABELS.resend} size={640}>
      {isOpen ? <Body brandId={intent.brandId} onNew={onNew} /> : null}
    </Modal>
  )
}
