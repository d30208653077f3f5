import { IconAlertTriangle } from '@tabler/icons-react'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { actWords, countWords, INTENT_WORDS, providerOf, publishAtOf } from '../../format/intent-words.ts'
import { providerName } from '../../format/providers.ts'
import { formatDistance, formatWall, myZone, zoneLabel } from '../../format/zones.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { DecideUnknown, RetryFailed } from './decisions.tsx'
import { HoldControls } from './hold-controls.tsx'
import css from './intent-parts.module.css'
import { ItemList } from './item-list.tsx'
import { ItemTable } from './item-table.tsx'
import { countKeys, isOutreach, problemOf, sumLabel } from './outreach-labels.ts'
import { CheckOutbox, ResendSkipped } from './pitch-actions.tsx'
import { useWaitsForKey, WaitsForKey } from './waits-for-key.tsx'

type Props = { readonly id: string; readonly onNew?: ((intentId: string) => void) | undefined }

const At = ({ instant }: { readonly instant: string }) => {
  const nowMs = useNow()
  const ms = Date.parse(instant)
  const zone = myZone()
  return (
    <>
      {formatWall(ms, zone)} {zoneLabel(zone, ms)} · {formatDistance(ms, nowMs)}
    </>
  )
}

/** What the numbers of an act say, and whether they add up. */
const Sum = ({ intent }: { readonly intent: IntentWithItems }) => {
  const problem = isOutreach(intent.kind) ? problemOf(intent) : null
  const sum = intent.kind === 'queue' ? sumLabel(countKeys(intent.kind, intent.items)) : null
  const waitsForKey = useWaitsForKey(intent)
  // By the items, by what is to be decided, or by what it waits for.
  const isToldElsewhere =
    waitsForKey || (intent.kind === 'queue' && (intent.state === 'partly_done' || intent.state === 'unknown'))
  return (
    <>
      {sum === null ? null : <div className={css.sum}>{sum}</div>}
      {problem !== null ? (
        <div className={css.problem} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{problem}</span>
        </div>
      ) : intent.reason === null || isToldElsewhere ? null : (
        <div>{intent.reason}</div>
      )}
    </>
  )
}

/** Everything about one act: its state, the hold, what is to be decided, and each item. */
export const IntentBody = ({ id, onNew }: Props) => {
  const { value: intent, error, reload } = useDesk('intents.get', { id })
  if (error !== undefined) return <ErrorNotice error={error} title="This action could not be read" onRetry={reload} />
  if (intent === undefined) return null
  const { word, tone, about } = INTENT_WORDS[intent.state]
  const provider = providerOf(intent)
  const publishAt = publishAtOf(intent)
  return (
    <>
      <div className={css.head}>
        <StateWord word={word} tone={tone} about={about} />
        <span className={css.soft}>
          {intent.state === 'held' || intent.state === 'cancelled' ? about : countWords(intent.counts)}
        </span>
        <RetryFailed intent={intent} onNew={onNew} />
        {intent.kind === 'queue' ? <ResendSkipped intent={intent} onNew={onNew} /> : null}
      </div>
      <Sum intent={intent} />
      <WaitsForKey intent={intent} />
      <HoldControls intent={intent} />
      {intent.kind === 'queue' ? <CheckOutbox intent={intent} /> : <DecideUnknown intent={intent} onNew={onNew} />}
      <dl className={css.facts}>
        <dt>Action</dt>
        <dd>
          {actWords(intent)}
          {provider === null ? '' : ` · ${providerName(provider)}`}
          {typeof intent.details.status === 'string' ? ` · as ${intent.details.status}` : ''}
        </dd>
        {publishAt === null ? null : (
          <>
            <dt>For</dt>
            <dd>
              <At instant={publishAt} />
            </dd>
          </>
        )}
        <dt>Created</dt>
        <dd>
          <At instant={intent.createdAt} />
        </dd>
        {intent.sentAt === null ? null : (
          <>
            <dt>Sent</dt>
            <dd>
              <At instant={intent.sentAt} />
            </dd>
          </>
        )}
      </dl>
      {isOutreach(intent.kind) ? <ItemList intent={intent} /> : <ItemTable items={intent.items} />}
    </>
  )
}
