import { Button } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { HiddenItem, TodayItem } from '../../../src-shared/desk/today.ts'
import { TODAY_SECTIONS } from '../../../src-shared/desk/values/today-kinds.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { byItself, deferred } from '../../deferred.tsx'
import { plural } from '../../format/numbers.ts'
import { formatClock, formatDay } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { FilterChip } from '../../parts/fields/filter-chip.tsx'
import { KeyCaps } from '../../parts/key-caps.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useHasNoBrands } from '../../state/brands.ts'
import { brandIdsOf, useParams, useScope } from '../../state/location.ts'
import { restore, showSection, toggleHidden, useToday } from '../../state/today.ts'
import { Welcome } from '../brands/welcome.tsx'
import classes from './today.module.css'
import { TodayList } from './today-list.tsx'
import { ItemFacts, SECTION_LABELS } from './today-row.tsx'

const stateOf = ({ hidden }: HiddenItem): string =>
  hidden.until === null ? `Dismissed: ${hidden.reason ?? ''}` : `Snoozed until ${formatDay(hidden.until)}`

/** What the person snoozed or dismissed and is still so, the last one first. */
const HiddenList = ({ items }: { readonly items: readonly HiddenItem[] }) =>
  items.length === 0 ? (
    <EmptyState icon={<IconClock size={22} />} title="Nothing is snoozed or dismissed">
      S snoozes an item until a day, D dismisses it until it occurs again.
    </EmptyState>
  ) : (
    <section aria-label="Snoozed and dismissed">
      <ul className={classes.rows}>
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            <ItemFacts item={item} />
            <span className={`${classes.state} truncate`} title={stateOf(item)}>
              {stateOf(item)}
            </span>
            <Button variant="default" aria-label={`Undo: ${item.title}`} onClick={() => void restore([item])}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )

const AskDialog = deferred({
  load: () => import('./ask-dialog.tsx').then((part) => part.AskDialog),
  useIsWanted: () => useToday(({ asking }) => asking !== null),
})

const TodayPane = deferred({
  load: () => import('./today-pane.tsx').then((part) => part.TodayPane),
  useIsWanted: () => useParams().open !== undefined,
})

const FirstSteps = deferred({
  load: () => import('./first-steps.tsx').then((part) => part.FirstSteps),
  useIsWanted: byItself,
})

const SelectedItems = deferred({
  load: () => import('./selected-items.tsx').then((part) => part.SelectedItems),
  useIsWanted: byItself,
})

type Reply = CallOutput<'today.list'>
type Checked = Reply['checked']

const FILTERS = [
  { id: 'all' as const, label: 'All' },
  ...TODAY_SECTIONS.map((id) => ({ id, label: SECTION_LABELS[id] })),
]

const inSection = (items: readonly TodayItem[], section: (typeof FILTERS)[number]['id']): readonly TodayItem[] =>
  section === 'all' ? items : items.filter((item) => item.section === section)

/** Time makes items too: an article becomes overdue, a snooze ends. */
const EVERY_MS = 60_000
const useEachMinute = (run: () => void): void =>
  useEffect(() => {
    const timer = setInterval(run, EVERY_MS)
    return () => clearInterval(timer)
  }, [run])

const checkedText = ({ brands, stale, never }: Checked): string =>
  [
    `${plural(brands, 'brand')} checked`,
    ...(stale > 0 ? [`${stale} with rankings older than a day`] : []),
    ...(never > 0 ? [`${never} never synced`] : []),
  ].join(' · ')

const CheckedAt = ({ checked }: { readonly checked: Checked }) => {
  const nowMs = useNow()
  return (
    <>
      {checkedText(checked)} · {formatClock(checked.at, nowMs)}
    </>
  )
}

const Bar = ({ items, hidden }: Pick<Reply, 'items' | 'hidden'>) => {
  const { section, isHiddenShown } = useToday()
  useCommands(
    'Today',
    FILTERS.map(({ id, label }, index) => ({
      id: `today.show-${id}`,
      title: id === 'all' ? 'Show all items' : `Show items of ${label}`,
      keys: [`${index + 1}`],
      isKeyOnly: true,
      run: () => showSection(id),
    })),
  )
  return (
    <div className={classes.bar}>
      <fieldset className={classes.filters} aria-label="Filter by section" data-view-filter>
        {FILTERS.map(({ id, label }) => (
          <FilterChip
            key={id}
            isOn={!isHiddenShown && section === id}
            onToggle={() => showSection(id)}
            count={inSection(items, id).length}
          >
            {label}
          </FilterChip>
        ))}
      </fieldset>
      <span style={{ flex: 1 }} />
      <SelectedItems />
      <Button
        flex="none"
        variant={isHiddenShown ? 'light' : 'subtle'}
        color="gray"
        aria-pressed={isHiddenShown}
        leftSection={<IconClock size={14} />}
        onClick={toggleHidden}
      >
        Snoozed or dismissed {hidden.length}
      </Button>
    </div>
  )
}

const KEYS = { move: 'j k', open: 'enter', select: 'x', snooze: 's', dismiss: 'd', undo: 'z', filter: '1–5' } as const

const Foot = ({ checked }: { readonly checked: Checked }) => (
  <footer className={classes.foot}>
    {Object.entries(KEYS).map(([does, keys]) => (
      <span key={does} className={classes.hint}>
        <KeyCaps keys={keys} /> {does}
      </span>
    ))}
    <span className={`${classes.checked} truncate`}>
      <CheckedAt checked={checked} />
    </span>
  </footer>
)

const Calm = ({ checked, section }: { readonly checked: Checked; readonly section: string }) => (
  <EmptyState
    icon={<IconCircleCheck size={22} />}
    title={section === 'all' ? 'Nothing needs attention' : 'Nothing in this section'}
  >
    <CheckedAt checked={checked} />. Checked: real drops, results of actions, overdue and failed articles, keys and
    syncs, permissions of assistants, budgets, webhooks and audits.
  </EmptyState>
)

const Content = ({ value }: { readonly value: Reply }) => {
  const { section, isHiddenShown } = useToday()
  if (isHiddenShown) return <HiddenList items={value.hidden} />
  const items = inSection(value.items, section)
  return items.length === 0 ? <Calm checked={value.checked} section={section} /> : <TodayList items={items} />
}

/** The start page: what needs attention over all brands, or for one, ranked. */
export const TodayView = () => {
  const scope = useScope()
  const { value, error, reload } = useDesk('today.list', { brandIds: brandIdsOf(scope) })
  const isEmpty = useHasNoBrands()
  const { open } = useParams()
  useEachMinute(reload)
  if (isEmpty) return <Welcome />
  return (
    <div className={classes.page}>
      <ErrorNotice title="The list could not be loaded" error={error} onRetry={reload} />
      <FirstSteps />
      {value === undefined ? null : (
        <>
          <Bar items={value.items} hidden={value.hidden} />
          <div className={classes.main}>
            <div className={classes.list} key={scope} data-today data-beside={open === undefined ? undefined : true}>
              <Content value={value} />
            </div>
            <TodayPane />
          </div>
          <Foot checked={value.checked} />
        </>
      )}
      <AskDialog />
    </div>
  )
}
