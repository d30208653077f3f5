import { Group, Modal, Stack, Text } from '@mantine/core'
import { diffWordsWithSpace } from 'diff'
import { type KeyboardEvent, useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { SideHeading } from '../../table/side-panel.tsx'
import css from './intents.module.css'
import { itemKey, keyLabel } from './outreach-labels.ts'

/** Beyond this a comparison word by word would keep the page from answering. */
const CHARACTERS_MAX = 20_000

type DiffProps = { readonly before: string; readonly after: string }

/** Removed and added words, marked by more than colour. */
const WordDiff = ({ before, after }: DiffProps) => {
  const isShort = before.length + after.length <= CHARACTERS_MAX
  const parts = useMemo(() => (isShort ? diffWordsWithSpace(before, after) : []), [before, after, isShort])
  if (!isShort)
    return (
      <div className={css.exact}>
        <del>{before}</del>
        <ins>{after}</ins>
      </div>
    )
  return (
    <div className={css.exact} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index} ${value.length}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </div>
  )
}

type Pitch = CallOutput<'outreach.pitch'>

const Replaced = ({ pitch }: { readonly pitch: Pitch }) => {
  const { previous } = pitch
  if (previous === null) return null
  const isSameSubject = (previous.subject ?? '') === (pitch.subject ?? '')
  return (
    <section>
      <SideHeading>Changes vs the replaced pitch</SideHeading>
      {isSameSubject ? null : <WordDiff before={previous.subject ?? ''} after={pitch.subject ?? ''} />}
      {previous.body === null ? (
        <Text c="dimmed">The replaced text was not written on this desk, so it cannot be compared.</Text>
      ) : previous.body === (pitch.body ?? '') ? (
        <Text c="dimmed">{isSameSubject ? 'The copy has not changed.' : 'The text has not changed.'}</Text>
      ) : (
        <WordDiff before={previous.body} after={pitch.body ?? ''} />
      )}
    </section>
  )
}

/** The text exactly as it was or will be sent; nothing in it is rendered. */
const ExactText = ({ pitch }: { readonly pitch: Pick<Pitch, 'subject' | 'body'> }) => (
  <div className={css.exact} dir="auto">
    <Text fw={600} mb="xs">
      {pitch.subject ?? <span className="soft">No subject</span>}
    </Text>
    <div>{pitch.body ?? <span className="soft">No text</span>}</div>
  </div>
)

const Body = ({ intent, item }: { readonly intent: IntentWithItems; readonly item: IntentItem }) => {
  const { value: pitch, error, reload } = useDesk('outreach.pitch', { intentId: intent.id, item: item.item })
  return (
    <Stack gap={14}>
      <Group gap="6px 10px">
        <BrandBadge brandId={intent.brandId} />
        <StateWord {...keyLabel(intent.kind, itemKey(intent.kind, item))} />
        <span className="soft">
          <bdi>{pitch?.name ?? ''}</bdi> <bdi>{pitch?.email ?? pitch?.prospectEmailId ?? 'no contact given'}</bdi>
        </span>
      </Group>
      {item.reason === null ? null : <Notice tone="warn">{item.reason}</Notice>}
      <ErrorNotice error={error} title="The message could not be read" onRetry={reload} />
      {pitch === undefined ? null : (
        <>
          <Replaced pitch={pitch} />
          <section>
            <SideHeading>
              {item.state === 'waiting'
                ? 'Exactly what will be sent to the service'
                : item.state === 'confirmed'
                  ? 'Exactly what was sent to the service'
                  : 'Message'}
            </SideHeading>
            <ExactText pitch={pitch} />
          </section>
        </>
      )}
    </Stack>
  )
}

type Props = {
  readonly intent: IntentWithItems
  readonly items: readonly IntentItem[]
  readonly at: number | null
  readonly onAt: (at: number | null) => void
}

/** One pitch exactly, and what it replaced; J and K show the next and the previous one. */
export const PitchDialog = ({ intent, items, at, onAt }: Props) => {
  const item = at === null ? undefined : items[at]
  const step = (by: 1 | -1) => {
    const next = (at ?? 0) + by
    if (next >= 0 && next < items.length) onAt(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'j' || event.key === 'ArrowRight') step(1)
    else if (event.key === 'k' || event.key === 'ArrowLeft') step(-1)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened={item !== undefined}
      onClose={() => onAt(null)}
      size={720}
      onKeyDown={press}
      title={
        <Pager
          what="pitch"
          keys={{ previous: 'K', next: 'J' }}
          isFirst={at === 0}
          isLast={at === items.length - 1}
          onStep={step}
        >
          Pitch {formatWhole((at ?? 0) + 1)} of {formatWhole(items.length)}
        </Pager>
      }
    >
      {item === undefined ? null : <Body intent={intent} item={item} />}
    </Modal>
  )
}
