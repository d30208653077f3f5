import { ActionIcon, Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { itemWords } from '../../format/intent-words.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { useBrand } from '../../state/brands.ts'
import { notify } from '../../state/notices.ts'
import {
  acceptableOf,
  type Correction,
  closeResend,
  correct,
  fillIn,
  lackOf,
  resend,
  useResend,
} from '../../state/resend-store.ts'
import { ContactPicker } from './contact-picker.tsx'
import css from './intent-parts.module.css'

const FillIn = ({
  field,
  text,
  others,
}: {
  readonly field: 'subject' | 'body'
  readonly text: string
  readonly others: number
}) =>
  others === 0 || text.trim() === '' ? null : (
    <Button variant="default" size="compact-xs" onClick={() => fillIn(field, text)}>
      Put this {field === 'subject' ? 'subject' : 'text'} into the {formatWhole(others)} others without one
    </Button>
  )

const Editor = ({
  one,
  items,
  brandId,
}: {
  readonly one: Correction
  readonly items: readonly Correction[]
  readonly brandId: string
}) => {
  const without = (field: 'subject' | 'body') =>
    items.filter((each) => each.item !== one.item && each[field].trim() === '').length
  return (
    <div className={css.pitch}>
      <div className={css.cause}>Skipped: {one.cause}</div>
      {one.prospectEmailId === '' ? (
        <ContactPicker brandId={brandId} onPick={(contact) => correct(one.item, contact)} />
      ) : (
        <div>
          To <bdi>{one.person}</bdi>
        </div>
      )}
      <TextInput
        label="Subject"
        value={one.subject}
        error={one.subject.trim() === '' ? 'Without a subject it is skipped again' : null}
        onChange={(event) => correct(one.item, { subject: event.currentTarget.value })}
      />
      <FillIn field="subject" text={one.subject} others={without('subject')} />
      <Textarea
        label="Text"
        autosize
        minRows={6}
        maxRows={14}
        value={one.body}
        error={one.body.trim() === '' ? 'Without a text it is skipped again' : null}
        onChange={(event) => correct(one.item, { body: event.currentTarget.value })}
      />
      <FillIn field="body" text={one.body} others={without('body')} />
    </div>
  )
}

const Pager = ({
  at,
  items,
  onAt,
}: {
  readonly at: number
  readonly items: readonly Correction[]
  readonly onAt: (at: number) => void
}) => (
  <div className={css.head}>
    <ActionIcon aria-label="Previous pitch" disabled={at === 0} onClick={() => onAt(at - 1)}>
      <IconChevronLeft size={16} />
    </ActionIcon>
    <span className={css.sum}>
      {formatWhole(at + 1)} of {formatWhole(items.length)}
    </span>
    <ActionIcon aria-label="Next pitch" disabled={at >= items.length - 1} onClick={() => onAt(at + 1)}>
      <IconChevronRight size={16} />
    </ActionIcon>
    <span className={css.soft}>
      {items.every((each) => lackOf(each) === null)
        ? 'All pitches can be sent.'
        : `${formatWhole(items.filter((each) => lackOf(each) !== null).length)} are incomplete and will not be sent.`}
    </span>
  </div>
)

const Body = ({ brandId, onNew }: { readonly brandId: string; readonly onNew: ((id: string) => void) | undefined }) => {
  const { items, total, error, isBusy } = useResend()
  const brand = useBrand(brandId)
  const [at, setAt] = useState(0)
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const one = items[Math.min(at, items.length - 1)]
  const ready = items.filter((each) => lackOf(each) === null).length
  const isRead = items.length === total
  const asked = error === null ? [] : acceptableOf(error)
  const send = async () => {
    const id = await resend(accepted)
    if (id === null) return
    notify({ title: `${itemWords('queue', ready)} created again`, message: 'You can cancel them during their hold.' })
    onNew?.(id)
  }
  return (
    <form
      className={css.pitch}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready > 0 && isRead && !isBusy) void send()
      }}
    >
      {isRead ? (
        <Pager at={at} items={items} onAt={setAt} />
      ) : (
        <div className={css.soft} role="status">
          Reading {formatWhole(items.length)} of {formatWhole(total)} …
        </div>
      )}
      {one === undefined ? null : <Editor key={one.item} one={one} items={items} brandId={brandId} />}
      {error === null ? null : <ErrorNotice error={error} title="Nothing was sent" />}
      {asked.length > 0 || accepted.length > 0 ? (
        <Checkbox
          checked={accepted.length > 0 && asked.every((code) => accepted.includes(code))}
          onChange={(event) => setAccepted(event.currentTarget.checked ? [...accepted, ...asked] : [])}
          label="I have read the warnings. Send anyway."
        />
      ) : null}
      <div className={css.foot}>
        <Button variant="default" onClick={closeResend}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={ready === 0 || !isRead}>
          <span className={css.leaf}>
            Resend {itemWords('queue', ready)} for{' '}
            {brand === undefined ? null : <BrandMark name={brand.name} colour={brand.colour} size="sm" />}
            <Name>{brand?.name ?? 'this brand'}</Name>
          </span>
        </Button>
      </div>
    </form>
  )
}

/** What the service skipped, one by one with the likely cause, corrected and sent again. */
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
    <Modal opened={isOpen} onClose={closeResend} title="Resend, corrected" size={640}>
      {isOpen ? <Body brandId={intent.brandId} onNew={onNew} /> : null}
    </Modal>
  )
}
