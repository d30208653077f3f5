import { Group, Table, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { moveOf } from '../../../src-shared/desk/values/moves.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { providerName } from '../../../src-shared/service/providers.ts'
import { useDesk } from '../../data/use-desk.ts'
import {
  countsLabel,
  INTENT_LABELS,
  ITEM_LABELS,
  intentLabel,
  itemsLabel,
  moveLabel,
  providerOf,
  publishAtOf,
} from '../../format/intent-labels.ts'
import { joinParts } from '../../format/join-parts.ts'
import { capitalise } from '../../format/text.ts'
import { formatMoment } from '../../format/time.ts'
import { formatDistance, myZone, zoneLabel } from '../../format/zones.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Name } from '../../parts/name.tsx'
import { Notice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { skippedItems } from '../../state/resend-store.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading } from '../../table/side-panel.tsx'
import { DecideUnknown, FixFailed, RetryFailed } from './decisions.tsx'
import { HoldControls } from './hold-controls.tsx'
import { ItemList } from './item-list.tsx'
import { ItemsExport } from './items-export.tsx'
import { countKeys, isAtRest, isOutreach, problemOf, sumLabel } from './outreach-labels.ts'
import { CheckOutbox, ResendSkipped } from './pitch-actions.tsx'
import { SentBy } from './team-parts.tsx'
import { useWaitsForKey, WaitsForKey } from './waits-for-key.tsx'

const NO_REASON = 'The service did not say why.'

type Cause = { readonly reason: string; readonly count: number }

/** The reasons of skipped and failed items, the most frequent first. */
export const causesOf = (items: readonly Pick<IntentItem, 'state' | 'reason'>[]): readonly Cause[] => {
  const counts = new Map<string, number>()
  for (const { state, reason } of items) {
    if (state !== 'skipped' && state !== 'failed') continue
    counts.set(reason ?? NO_REASON, (counts.get(reason ?? NO_REASON) ?? 0) + 1)
  }
  return Array.from(counts, ([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

/** Without the skipped pitches that can be resent: beside that button stands what they lack. */
export const itemsToExplain = (intent: IntentWithItems): readonly IntentItem[] => {
  const toResend = intent.kind === 'queue' ? skippedItems(intent) : []
  return intent.items.filter((item) => !toResend.includes(item))
}

/** Why items of an ended action were not done: first in the detail of what is partly done. */
const WhyNotDone = ({ intent }: { readonly intent: IntentWithItems }) => {
  const causes = useMemo(() => causesOf(itemsToExplain(intent)), [intent])
  const total = causes.reduce((sum, { count }) => sum + count, 0)
  if (total < 2 || !isAtRest(intent)) return null
  return (
    <section aria-label="Why not done">
      <SideHeading>Why {itemsLabel(intent.kind, total)} were not done</SideHeading>
      <ul>
        {causes.slice(0, 8).map(({ reason, count }) => (
          <li key={reason}>
            <strong>{itemsLabel(intent.kind, count)}</strong>: {reason}
          </li>
        ))}
      </ul>
      {causes.length > 8 ? (
        <Text size="xs" c="dimmed">
          {causes.length - 8} more reasons are in the list below.
        </Text>
      ) : null}
    </section>
  )
}

const textOf = (item: IntentItem, name: string): string | null => {
  const value = item.result[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

const serviceCellOf = (item: IntentItem): ReactNode => {
  const postUrl = textOf(item, 'postUrl')
  const status = textOf(item, 'status')
  const postId = textOf(item, 'postId')
  if (postUrl === null && status === null && postId === null) return null
  return (
    <div key="service">
      {status === null ? null : <div>{status}</div>}
      {postId === null ? null : <div className="soft">post {postId}</div>}
      {postUrl === null ? null : <SafeLink text={postUrl} />}
    </div>
  )
}

const rowOf = (item: IntentItem) => [
  <div key="article">
    <span title={item.label}>{titleOfSlug(item.label)}</span>
    {item.reason === null ? null : <div className="soft">{item.reason}</div>}
  </div>,
  <StateWord key="state" {...ITEM_LABELS[item.state]} />,
]

/** The articles of an action. Before the service said anything of one, its column is left out. */
export const articleTableOf = (items: readonly IntentItem[]) => {
  const cells = items.map(serviceCellOf)
  const hasService = cells.some((cell) => cell !== null)
  return {
    head: ['Article', 'Status', ...(hasService ? ['At the service'] : [])],
    body: items.map((item, at) => [...rowOf(item), ...(hasService ? [cells[at]] : [])]),
  }
}

/** The result of each article, with the service's own words. */
const ItemTable = ({ intent }: { readonly intent: IntentWithItems }) => (
  <section aria-label="Articles of this action">
    <Group>
      <ItemsExport intent={intent} />
    </Group>
    <Table data={articleTableOf(intent.items)} />
  </section>
)

type Props = { readonly id: string; readonly onNew?: ((intentId: string) => void) | undefined }

const At = ({ instant }: { readonly instant: string }) => {
  const nowMs = useNow()
  const ms = Date.parse(instant)
  const zone = myZone()
  return (
    <>
      {formatMoment(ms, zone)} {zoneLabel(zone, ms)} · {formatDistance(ms, nowMs)}
    </>
  )
}

/** What people did to it, and when it was sent. */
const historyOf = ({ acts, sentAt }: IntentWithItems): [string, ReactNode][] =>
  [
    ...acts.map(({ act, at, person }) => ({ name: capitalise(act), at, by: person?.name })),
    ...(sentAt === null ? [] : [{ name: 'Sent to the service', at: sentAt, by: undefined }]),
  ]
    .toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at))
    .map(({ name, at, by }) => [
      name,
      <span key="at">
        <At instant={at} />
        {by == null ? null : (
          <>
            {' '}
            · <Name>{by}</Name>
          </>
        )}
      </span>,
    ])

/** The sum of an intent's items, and what is wrong with it. */
const Sum = ({ intent }: { readonly intent: IntentWithItems }) => {
  const problem = isOutreach(intent.kind) ? problemOf(intent) : null
  const sum = intent.kind === 'queue' ? sumLabel(countKeys(intent.kind, intent.items)) : null
  const waitsForKey = useWaitsForKey(intent)
  // The items, the decision or the missing key show it.
  const isShownElsewhere =
    waitsForKey || (intent.kind === 'queue' && (intent.state === 'partly_done' || intent.state === 'unknown'))
  return (
    <>
      {sum === null ? null : <div>{sum}</div>}
      {problem !== null ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : intent.reason === null || isShownElsewhere ? null : (
        <div>{intent.reason}</div>
      )}
    </>
  )
}

/** Everything about one intent: its state, hold, open decision and items. */
export const IntentBody = ({ id, onNew }: Props) => {
  const { value: intent, error, reload } = useDesk('intents.get', { id })
  if (error !== undefined) return <ErrorNotice error={error} title="This action could not be read" onRetry={reload} />
  if (intent === undefined) return null
  const { word, tone, about } = INTENT_LABELS[intent.state]
  const provider = providerOf(intent)
  const publishAt = publishAtOf(intent)
  return (
    <>
      <Group gap="6px 10px">
        <StateWord word={word} tone={tone} about={about} />
        <Text span c="dimmed">
          {intent.state === 'held' || intent.state === 'cancelled' ? about : countsLabel(intent.counts)}
        </Text>
        <FixFailed intent={intent} />
        <RetryFailed intent={intent} onNew={onNew} />
        {intent.kind === 'queue' ? <ResendSkipped intent={intent} onNew={onNew} /> : null}
      </Group>
      <Sum intent={intent} />
      <WhyNotDone intent={intent} />
      <WaitsForKey intent={intent} />
      <SentBy intent={intent} />
      <HoldControls intent={intent} />
      {intent.kind === 'queue' ? <CheckOutbox intent={intent} /> : <DecideUnknown intent={intent} onNew={onNew} />}
      <Facts
        rows={[
          [
            'Action',
            joinParts([
              intentLabel(intent),
              provider === null ? '' : providerName(provider),
              intent.details.status === 'draft' ? 'as draft' : '',
            ]),
          ],
          moveLabel(intent) === null ? null : [moveOf(intent) === null ? 'Other schedules' : 'Move', moveLabel(intent)],
          publishAt === null ? null : ['For', <At key="at" instant={publishAt} />],
          ...historyOf(intent),
        ]}
      />
      {isOutreach(intent.kind) ? <ItemList intent={intent} /> : <ItemTable intent={intent} />}
    </>
  )
}
