import { ActionIcon, Button, SegmentedControl, Select, Text } from '@mantine/core'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { rowKey } from '../../../src-shared/desk/values/export-lists.ts'
import { isProvider, PROVIDER_NAMES, PROVIDERS } from '../../../src-shared/service/providers.ts'
import { addDays } from '../../charts/days.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ENTRY_LABELS } from '../../format/entry-labels.ts'
import { plural } from '../../format/numbers.ts'
import { formatDay, formatMoment } from '../../format/time.ts'
import { wallOf } from '../../format/zones.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ZonePicker } from '../../parts/fields/zone-picker.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import { fits, useCalendarFilters, useMoving } from '../../state/publishing.ts'
import { useZone } from '../../state/settings.ts'
import { FilterMenu } from '../../table/filter-row.tsx'
import pageCss from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { ArticleDrawer } from '../publish/article-drawer.tsx'
import { BrandRows, ListBoard, MonthBoard, WeekBoard } from './boards.tsx'
import css from './calendar.module.css'
import { byDay, type Span, spanDays, spanTitle, stepSpan } from './calendar-grid.ts'
import type { Board } from './day-cell.tsx'
import { ENTRY_ICONS } from './entry-chip.tsx'
import { EntryPanel, ZONE_VIEW } from './entry-panel.tsx'
import { MoveDialog } from './move-dialog.tsx'

const SPANS = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
] as const satisfies readonly { value: Span; label: string }[]
/** Of those that are out: thousands on a day would fill the window. */
const OUT_PER_DAY = 100
const NO_ENTRIES: readonly CalendarEntry[] = []
const spanOf = (text: string | undefined): Span => SPANS.find(({ value }) => value === text)?.value ?? 'month'
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The span, day and open entry that the address names. */
const usePlace = () => {
  const zone = useZone(ZONE_VIEW)
  const nowMs = useNow()
  const { span: spanText, day: dayText, open, schedule } = useParams()
  const today = wallOf(nowMs, zone).day
  const span = spanOf(spanText)
  const day = dayText !== undefined && DAY.test(dayText) ? dayText : today
  const days = useMemo(() => spanDays(span, day), [span, day])
  return { zone, today, span, day, days, open, schedule }
}

const NO_BRANDS: readonly string[] = []

/** The articles of these days that fit the filters, for an export. */
const useShownExport = (days: readonly string[], ordered: ReturnType<typeof byDay>) => {
  const scope = useScope()
  const shown = useMemo(() => {
    const keys = days.flatMap((day) => (ordered.get(day) ?? NO_ENTRIES).map(rowKey))
    const input = { brandIds: brandIdsOf(scope), from: addDays(days[0] ?? '', -1), to: addDays(days.at(-1) ?? '', 1) }
    const label = `${plural(keys.length, 'article')} on show`
    return keys.length === 0 ? null : { label, source: { list: 'calendar' as const, input, keys } }
  }, [days, ordered, scope])
  useNarrowedExport({ matching: null, picked: NO_BRANDS, shown })
}

const useEntries = (days: readonly string[], zone: string) => {
  const scope = useScope()
  const filters = useCalendarFilters()
  const moving = useMoving((state) => state.moving)
  const [first = ''] = days
  const last = days.at(-1) ?? first
  // A day more on either side: the desk counts days in UTC, this view in its zone.
  const { value, error, reload } = useDesk('publishing.calendar', {
    brandIds: brandIdsOf(scope),
    from: addDays(first, -1),
    to: addDays(last, 1),
    perDay: OUT_PER_DAY,
  })
  const all = value?.entries ?? NO_ENTRIES
  const shown = useMemo(
    () =>
      all
        .filter((entry) => fits(entry, filters))
        .map((entry) => (moving?.id === entry.id ? { ...entry, at: new Date(moving.ms).toISOString() } : entry)),
    [all, filters, moving],
  )
  const ordered = useMemo(() => byDay(shown, zone), [shown, zone])
  // With their stored times, not those the keys have moved them to.
  const byId = useMemo(() => new Map(all.map((entry) => [entry.id, entry])), [all])
  useShownExport(days, ordered)
  const left = (value?.more ?? []).filter(({ day }) => day >= first && day <= last)
  return { all, byId, ordered, error, reload, left, isRead: value !== undefined }
}

const Steps = ({ span, day }: { readonly span: Span; readonly day: string }) => (
  <>
    <ActionIcon aria-label="Earlier" onClick={() => setParams({ day: stepSpan(span, day, -1) })}>
      <IconChevronLeft size={16} />
    </ActionIcon>
    <Button variant="default" onClick={() => setParams({ day: '' })}>
      Today
    </Button>
    <ActionIcon aria-label="Later" onClick={() => setParams({ day: stepSpan(span, day, 1) })}>
      <IconChevronRight size={16} />
    </ActionIcon>
  </>
)

/** Two signs that are much alike: what each means stands above the board. */
const OUT = ['published', 'confirmed'] as const

const Filters = ({ span }: { readonly span: Span }) => {
  const { provider } = useCalendarFilters()
  return (
    <div className={pageCss.filters}>
      <Select
        w={150}
        aria-label="Provider"
        data-view-filter
        placeholder="Any provider"
        clearable
        data={PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        value={provider}
        onChange={(next) => useCalendarFilters.setState({ provider: next !== null && isProvider(next) ? next : null })}
      />
      <FilterMenu label="Status" labels={ENTRY_LABELS} store={useCalendarFilters} field="states" />
      {span === 'list' ? null : (
        <Text c="dimmed" size="xs">
          Drag an article, or move it with Shift and the arrow keys.
        </Text>
      )}
      <span className={css.legend}>
        {OUT.map((state) => {
          const Icon = ENTRY_ICONS[state]
          return (
            <span key={state}>
              <Icon size={13} aria-hidden /> {ENTRY_LABELS[state]}
            </span>
          )
        })}
      </span>
    </div>
  )
}

const Overdue = ({ entries }: { readonly entries: readonly CalendarEntry[] }) => {
  const late = entries.filter((entry) => entry.state === 'overdue')
  if (late.length === 0) return null
  return (
    <Notice
      tone="bad"
      role="status"
      actions={
        <Button
          variant="default"
          onClick={() => {
            useCalendarFilters.setState({ states: ['overdue'] })
            setParams({ span: 'list', day: late[0]?.at.slice(0, 10) ?? '' })
          }}
        >
          Show
        </Button>
      }
    >
      <strong>{plural(late.length, 'article')} overdue, not confirmed.</strong> Open {late.length === 1 ? 'it' : 'each'}
      , check the site, then choose whether it was published.
    </Notice>
  )
}

/** Days are those of UTC, as the desk counts them. */
const Left = ({ days }: { readonly days: readonly { readonly day: string; readonly count: number }[] }) => {
  const [one] = days
  if (one === undefined) return null
  const articles = plural(
    days.reduce((sum, { count }) => sum + count, 0),
    'published article',
  )
  return (
    <Text c="dimmed" size="xs" px="md" py="xs" role="status">
      {articles} more {days.length === 1 ? `on ${formatDay(one.day)}` : `on ${days.length} days`}: only the last{' '}
      {OUT_PER_DAY} of a day are shown. The view Articles lists all of them.
    </Text>
  )
}

/** `any`: no day was clicked. */
const openArticles = (day: string): void => setParams({ schedule: day, open: '' })

const focusDay = (): void => document.querySelector<HTMLElement>('[data-day] [data-add]')?.focus()

const useCalendarCommands = (span: Span, day: string) => {
  useCommands('Calendar', [
    { id: 'calendar.month', title: 'Calendar: month', keys: ['m'], run: () => setParams({ span: '' }) },
    { id: 'calendar.week', title: 'Calendar: week', keys: ['w'], run: () => setParams({ span: 'week' }) },
    { id: 'calendar.list', title: 'Calendar: list', keys: ['l'], run: () => setParams({ span: 'list' }) },
    { id: 'calendar.articles', title: 'Schedule articles', keys: ['a', 'n'], run: () => openArticles('any') },
    { id: 'calendar.day', title: 'Choose a day to schedule on', keys: ['enter'], isKeyOnly: true, run: focusDay },
    { id: 'calendar.today', title: 'Calendar: today', keys: ['t'], run: () => setParams({ day: '' }) },
    {
      id: 'calendar.earlier',
      title: 'Calendar: earlier',
      keys: ['arrowleft', 'k'],
      run: () => setParams({ day: stepSpan(span, day, -1) }),
    },
    {
      id: 'calendar.later',
      title: 'Calendar: later',
      keys: ['arrowright', 'j'],
      run: () => setParams({ day: stepSpan(span, day, 1) }),
    },
    {
      id: 'calendar.move',
      title: 'Move the focused article by a day, a week (month view) or an hour',
      keys: ['shift+arrowright', 'shift+arrowdown'],
      isKeyOnly: true,
      run: () => {},
    },
  ])
}

/** Announces to a screen reader where the keys have moved an entry. */
const MoveNote = ({ zone }: { readonly zone: string }) => {
  const moving = useMoving((state) => state.moving)
  return (
    <span className="visually-hidden" role="status">
      {moving === null ? '' : `Moved to ${formatMoment(moving.ms, zone)}. Press Enter to confirm, Escape to undo.`}
    </span>
  )
}

/** Articles by publishing time, for one brand or all: a month, a week or a list. */
export const CalendarView = () => {
  const { zone, today, span, day, days, open, schedule } = usePlace()
  const scope = useScope()
  const { all, byId, ordered, error, reload, left, isRead } = useEntries(days, zone)
  useCalendarCommands(span, day)
  const isAll = scope === 'all'
  const board: Board = {
    zone,
    span,
    today,
    hasBrand: isAll,
    entries: byId,
    onOpen: (entry) => setParams({ open: entry.id, schedule: '' }),
    onAdd: openArticles,
  }
  const parts = { days, byDay: ordered, board }
  const opened = open === undefined ? undefined : byId.get(open)
  const isEmpty = isRead && all.length === 0
  return (
    <>
      <MainAction>
        <Button leftSection={<IconCalendarPlus size={14} />} onClick={() => openArticles('any')}>
          Schedule articles
        </Button>
      </MainAction>
      <MoveDialog />
      <TablePage
        note={
          <Text c="var(--ink)" fw={600} miw={150} aria-live="polite">
            {spanTitle(span, day)}
          </Text>
        }
        actions={
          <>
            <Steps span={span} day={day} />
            <SegmentedControl
              aria-label="Span"
              data={[...SPANS]}
              value={span}
              onChange={(next) => setParams({ span: next === 'month' ? '' : next })}
            />
            <ZonePicker view={ZONE_VIEW} />
          </>
        }
        top={
          <>
            <Filters span={span} />
            <div className={pageCss.notices}>
              <Overdue entries={all} />
              <ErrorNotice error={error} title="The calendar could not be read" onRetry={reload} />
            </div>
            <MoveNote zone={zone} />
            <Left days={left} />
            {isEmpty ? (
              <Text c="dimmed" size="xs" px="md" py="xs">
                No articles in this {span === 'week' ? 'week' : 'month'} yet. Click a day to schedule one. Articles that
                this desk schedules or publishes appear here. They change to “confirmed by webhook” when the brand’s
                site reports them.
              </Text>
            ) : null}
          </>
        }
        table={
          span === 'list' ? (
            <ListBoard {...parts} />
          ) : span === 'month' ? (
            <MonthBoard {...parts} month={day} isRead={isRead} />
          ) : isAll ? (
            <BrandRows {...parts} />
          ) : (
            <WeekBoard {...parts} />
          )
        }
        side={
          schedule !== undefined ? (
            <ArticleDrawer
              day={DAY.test(schedule) ? schedule : ''}
              zoneView={ZONE_VIEW}
              onClose={() => setParams({ schedule: '' })}
            />
          ) : opened === undefined ? null : (
            <EntryPanel entry={opened} onClose={() => setParams({ open: '' })} />
          )
        }
      />
    </>
  )
}
