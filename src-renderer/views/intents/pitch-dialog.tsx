import { ActionIcon, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { SideHeading } from '../../table/side-panel.tsx'
import css from './intent-parts.module.css'
import { itemKey, keyLabel } from './outreach-labels.ts'
import { WordDiff } from './word-diff.tsx'

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
        <p className={css.soft}>The replaced text was not written on this desk, so it cannot be compared.</p>
      ) : previous.body === (pitch.body ?? '') ? (
        <p className={css.soft}>{isSameSubject ? 'The copy has not changed.' : 'The text has not changed.'}</p>
      ) : (
        <WordDiff before={previous.body} after={pitch.body ?? ''} />
      )}
    </section>
  )
}

/** The words as they went or will go, character by character; nothing in them is rendered. */
export const ExactText = ({ pitch }: { readonly pitch: Pick<Pitch, 'subject' | 'body'> }) => (
  <div className={css.exact} dir="auto">
    <div className={css.exactSubject}>{pitch.subject ?? <span className={css.soft}>No subject</span>}</div>
    <div>{pitch.body ?? <span className={css.soft}>No text</span>}</div>
  </div>
)

const Body = ({ intent, item }: { readonly intent: IntentWithItems; readonly item: IntentItem }) => {
  const { value: pitch, error, reload } = useDesk('outreach.pitch', { intentId: intent.id, item: item.item })
  return (
    <div className={css.pitch}>
      <div className={css.head}>
        <BrandBadge brandId={intent.brandId} />
        <StateWord {...keyLabel(intent.kind, itemKey(intent.kind, item))} />
        <span className={css.soft}>
          <bdi>{pitch?.name ?? ''}</bdi> <bdi>{pitch?.email ?? pitch?.prospectEmailId ?? 'no contact given'}</bdi>
        </span>
      </div>
      {item.reason === null ? null : <div className={css.cause}>{item.reason}</div>}
      {error === undefined ? null : (
        <ErrorNotice error={error} title="The message could not be read" onRetry={reload} />
      )}
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
    </div>
  )
}

type Props = {
  readonly intent: IntentWithItems
  /** Those that can be leafed through. */
  readonly items: readonly IntentItem[]
  readonly at: number | null
  readonly onAt: (at: number | null) => void
}

/** One pitch, exactly, and what it replaced; J and K leaf through the rest. */
export const PitchDialog = ({ intent, items, at, onAt }: Props) => {
  const item = at === null ? undefined : items[at]
  const step = (by: 1 | -1) => {
    const next = (at ?? 0) + by
    if (next >= 0 && next < items.length) onAt(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by =
      event.key === 'j' || event.key === 'ArrowRight' ? 1 : event.key === 'k' || event.key === 'ArrowLeft' ? -1 : null
    if (by === null) return
    event.preventDefault()
    step(by)
  }
  return (
    <Modal
      opened={item !== undefined}
      onClose={() => onAt(null)}
      size={720}
      onKeyDown={press}
      title={
        <span className={css.leaf}>
          Pitch {formatWhole((at ?? 0) + 1)} of {formatWhole(items.length)}
          <ActionIcon aria-label="Previous pitch" title="K" disabled={at === 0} onClick={() => step(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon aria-label="Next pitch" title="J" disabled={at === items.length - 1} onClick={() => step(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </span>
      }
    >
      {item === undefined ? null : <Body intent={intent} item={item} />}
    </Modal>
  )
}
