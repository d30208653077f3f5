import { Box, Table, Text } from '@mantine/core'
import { memo, type Ref, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { ENTRY_LABELS, ENTRY_TONES } from '../../format/entry-labels.ts'
import { plural } from '../../format/numbers.ts'
import { formatMoment, formatShortDay } from '../../format/time.ts'
import { formatDistance } from '../../format/zones.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrands } from '../../state/brands.ts'
import { setParams } from '../../state/location.ts'
import css from './calendar.module.css'
import { isInMonth } from './calendar-grid.ts'
import { type Board, DayCell } from './day-cell.tsx'
import { EntryChip } from './entry-chip.tsx'
import { type RowsInSight, useRowsInSight } from './rows-in-sight.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
/** As calendar.module.css draws them: the names of the days, a week's row at least, what is around its cards, and a card of one line. */
const NAMES_PX = 30
const WEEK_MIN_PX = 72
const AROUND_CARDS_PX = 28
const CARD_PX = 27
/** With its title on three lines. */
const TALL_CARD_PX = 54
const NONE: readonly CalendarEntry[] = []
type Days = ReadonlyMap<string, readonly CalendarEntry[]>

const DayNumber = ({ day, today }: { readonly day: string; readonly today: string }) => (
  <span className={css.dayNumber} data-today={day === today} aria-current={day === today ? 'date' : undefined}>
    {day.endsWith('-01') ? formatShortDay(day) : Number(day.slice(8))}
  </span>
)

type SpanProps = { readonly days: readonly string[]; readonly byDay: Days; readonly board: Board }

/**
 * Opens on this week’s row, once the articles are there: they make rows taller. Where the board ends before that row can be
 * the first, it opens on a row above, as a whole: an empty rest below the last week makes room for that.
 */
const useThisWeekFirst = (days: readonly string[], today: string, isRead: boolean) => {
  const board = useRef<HTMLElement>(null)
  const at = days.indexOf(today)
  const monday = days[at - (at % WEEKDAYS.length)]
  useLayoutEffect(() => {
    const { current } = board
    const head = current?.firstElementChild
    if (!isRead || current == null || head == null) return
    const rows = [...current.querySelectorAll<HTMLElement>('[data-day]')].filter((_, index) => index % 7 === 0)
    const tops = rows.map(
      (row) => current.scrollTop + row.getBoundingClientRect().top - head.getBoundingClientRect().bottom,
    )
    const last = current.scrollHeight - current.clientHeight
    const wanted = Math.min(last, tops[rows.findIndex(({ dataset }) => dataset.day === monday)] ?? 0)
    const top = tops.find((each) => each >= wanted - 1) ?? wanted
    current.style.setProperty('--rest', `${Math.max(0, top - last)}px`)
    current.scrollTop = top
  }, [monday, isRead])
  return board
}

/** So many that all weeks of the month are in sight. */
const useCardsPerDay = (
  board: RefObject<HTMLElement | null>,
  weeks: number,
): { readonly max: number; readonly tall: number } => {
  const [heightPx, setHeightPx] = useState(0)
  useLayoutEffect(() => {
    const { current } = board
    if (current === null) return
    const follow = () => setHeightPx(current.clientHeight)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(current)
    return () => observer.disconnect()
  }, [board])
  const weekPx = Math.max(WEEK_MIN_PX, (heightPx - NAMES_PX) / weeks)
  const fitting = (cardPx: number) => Math.max(1, Math.floor((weekPx - AROUND_CARDS_PX) / cardPx))
  return { max: fitting(CARD_PX), tall: fitting(TALL_CARD_PX) }
}

/** How many weeks are scrolled out of sight above, below the names of the days. */
const useWeeksAbove = (board: RefObject<HTMLElement | null>, days: readonly string[]): number => {
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => {
    const { current } = board
    if (current === null) return
    const follow = () => {
      const under = current.firstElementChild?.getBoundingClientRect().bottom ?? 0
      const isAbove = (day: string) => {
        const top = current.querySelector(`[data-day="${day}"]`)?.getBoundingClientRect().top
        return top !== undefined && top < under - 2
      }
      setAbove(days.filter((day, index) => index % WEEKDAYS.length === 0 && isAbove(day)).length)
    }
    follow()
    current.addEventListener('scroll', follow, { passive: true })
    return () => current.removeEventListener('scroll', follow)
  }, [board, days])
  return above
}

type AboveProps = { readonly weeks: number; readonly board: RefObject<HTMLElement | null> }

const Above = ({ weeks, board }: AboveProps) => {
  const text = `${plural(weeks, 'week')} above`
  return (
    <button
      type="button"
      className={css.above}
      title={`Show the ${text}`}
      onClick={() => board.current?.scrollTo(0, 0)}
    >
      ↑ <span className="visually-hidden">{text}</span>
      <span aria-hidden>{plural(weeks, 'week')}</span>
    </button>
  )
}

type MonthProps = SpanProps & { readonly month: string; readonly isRead: boolean }

export const MonthBoard = ({ days, byDay, board, month, isRead }: MonthProps) => {
  const ref = useThisWeekFirst(days, board.today, isRead)
  const weeks = days.length / WEEKDAYS.length
  const { max, tall } = useCardsPerDay(ref, weeks)
  const above = useWeeksAbove(ref, days)
  return (
    <section className={css.board} aria-label="Month" ref={ref}>
      <div className={css.weekdays}>
        {WEEKDAYS.map((name, index) => (
          <span key={name}>
            {name}
            {index === 0 && above > 0 ? <Above weeks={above} board={ref} /> : null}
          </span>
        ))}
      </div>
      <div className={css.month}>
        {days.map((day) => (
          <DayCell
            key={day}
            day={day}
            board={board}
            entries={byDay.get(day) ?? NONE}
            isOutside={!isInMonth(day, month)}
            head={<DayNumber day={day} today={board.today} />}
            max={max}
            tall={tall}
            onMore={() => setParams({ span: 'week', day })}
          />
        ))}
      </div>
    </section>
  )
}

const WeekHead = ({ days, today }: { readonly days: readonly string[]; readonly today: string }) =>
  days.map((day, index) => (
    <span key={day}>
      {WEEKDAYS[index]} <DayNumber day={day} today={today} />
    </span>
  ))

export const WeekBoard = ({ days, byDay, board }: SpanProps) => (
  <section className={css.board} aria-label="Week">
    <div className={css.weekdays}>
      <WeekHead days={days} today={board.today} />
    </div>
    <div className={css.week}>
      {days.map((day) => (
        <DayCell key={day} day={day} board={board} entries={byDay.get(day) ?? NONE} />
      ))}
    </div>
  </section>
)

/** The articles of each brand, for each day of the week. */
type OfBrands = readonly { readonly day: string; readonly byBrand: ReadonlyMap<string, readonly CalendarEntry[]> }[]

type BrandRowProps = {
  readonly ref: Ref<HTMLDivElement>
  readonly index: number
  readonly brand: Brand
  readonly ofBrands: OfBrands
  readonly board: Board
}

/** Renders again when its week changes, not when the rows scroll. */
const BrandRow = memo(({ ref, index, brand, ofBrands, board }: BrandRowProps) => (
  <div ref={ref} data-index={index} className={css.brandRows} data-brand={brand.id}>
    <div className={css.brandCell}>
      <BrandBadge brandId={brand.id} />
    </div>
    {ofBrands.map(({ day, byBrand }) => (
      <DayCell key={day} day={day} board={board} entries={byBrand.get(brand.id) ?? NONE} />
    ))}
  </div>
))

const BRAND_ROW_PX = 62

/** All brands in one week: a row each, for those that have something in it. */
export const BrandRows = ({ days, byDay, board }: SpanProps) => {
  const brands = useBrands((state) => state.list)
  const ofBrands: OfBrands = useMemo(
    () => days.map((day) => ({ day, byBrand: Map.groupBy(byDay.get(day) ?? NONE, ({ brandId }) => brandId) })),
    [days, byDay],
  )
  const shown = useMemo(
    () => brands.filter(({ id }) => ofBrands.some(({ byBrand }) => byBrand.has(id))),
    [brands, ofBrands],
  )
  const idle = brands.length - shown.length
  const own = useMemo(() => ({ ...board, hasBrand: false }), [board])
  const ref = useRef<HTMLElement>(null)
  const { indexes, beforePx, afterPx, measure } = useRowsInSight(ref, shown.length, BRAND_ROW_PX)
  return (
    <section className={css.board} aria-label="Week of all brands" ref={ref}>
      <div className={`${css.weekdays} ${css.brandRows}`}>
        <span>Brand</span>
        <WeekHead days={days} today={board.today} />
      </div>
      <div className={css.spacer} style={{ height: beforePx }} />
      {indexes.map((index) => {
        const brand = shown[index]
        return brand === undefined ? null : (
          <BrandRow key={brand.id} ref={measure} index={index} brand={brand} ofBrands={ofBrands} board={own} />
        )
      })}
      <div className={css.spacer} style={{ height: afterPx }} />
      {idle === 0 ? null : (
        <Text c="dimmed" size="xs" px="md" py="xs">
          {plural(idle, 'brand has', 'brands have')} no articles this week.
        </Text>
      )}
    </section>
  )
}

type OpensOn = {
  readonly board: RefObject<HTMLElement | null>
  readonly days: readonly string[]
  readonly byDay: Days
  readonly today: string
  readonly rows: RowsInSight
}

/** Opens on the first article of today or later. */
const useTodayFirst = ({ board, days, byDay, today, rows }: OpensOn) => {
  const countOf = (some: readonly string[]) => some.reduce((sum, day) => sum + (byDay.get(day)?.length ?? 0), 0)
  const before = days.includes(today) ? countOf(days.filter((day) => day < today)) : 0
  const count = countOf(days)
  const latest = useRef({ before, count, rows })
  latest.current = { before, count, rows }
  const isEmpty = count === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other days scroll; a later reply must not
  useLayoutEffect(() => {
    const { current } = board
    if (current === null || latest.current.count === 0) return
    const first = Math.min(latest.current.before, latest.current.count - 1)
    if (!latest.current.rows.isAll) return latest.current.rows.scrollTo(first)
    const row = current.querySelectorAll<HTMLElement>('tbody tr')[first]
    const head = current.querySelector('thead')
    if (row === undefined || head === null) return
    current.scrollTop += row.getBoundingClientRect().top - head.getBoundingClientRect().bottom
  }, [days, isEmpty])
}

type EntryRowProps = {
  readonly ref: Ref<HTMLTableRowElement>
  readonly index: number
  readonly entry: CalendarEntry
  readonly board: Board
  readonly nowMs: number
  readonly hasNotes: boolean
}

const EntryRow = memo(({ ref, index, entry, board, nowMs, hasNotes }: EntryRowProps) => (
  <Table.Tr ref={ref} data-index={index}>
    <Table.Td>
      <Box miw={96}>
        {formatMoment(Date.parse(entry.at), board.zone)}
        <Text c="dimmed" size="xs">
          {formatDistance(Date.parse(entry.at), nowMs)}
        </Text>
      </Box>
    </Table.Td>
    <Table.Td>
      <BrandBadge brandId={entry.brandId} />
    </Table.Td>
    <Table.Td>
      <EntryChip entry={entry} zone={board.zone} span="list" hasBrand={false} onOpen={board.onOpen} />
    </Table.Td>
    <Table.Td>{PROVIDER_NAMES[entry.provider]}</Table.Td>
    <Table.Td>
      <StateWord word={ENTRY_LABELS[entry.state]} tone={ENTRY_TONES[entry.state]} />
    </Table.Td>
    {hasNotes ? (
      <Table.Td>
        <span className="soft">{entry.reason}</span>
      </Table.Td>
    ) : null}
  </Table.Tr>
))

const ENTRY_ROW_PX = 50

/** One cell: more of them than the columns on show would take width from those. */
const RowSpacer = ({ heightPx }: { readonly heightPx: number }) =>
  heightPx === 0 ? null : (
    <tr aria-hidden>
      <td style={{ height: heightPx, padding: 0, border: 0 }} />
    </tr>
  )

export const ListBoard = ({ days, byDay, board }: SpanProps) => {
  const nowMs = useNow()
  const ref = useRef<HTMLElement>(null)
  const entries = useMemo(() => days.flatMap((day) => byDay.get(day) ?? NONE), [days, byDay])
  const rows = useRowsInSight(ref, entries.length, ENTRY_ROW_PX)
  useTodayFirst({ board: ref, days, byDay, today: board.today, rows })
  const hasNotes = entries.some(({ reason }) => reason !== null && reason !== '')
  const heads = ['When', 'Brand', 'Article', 'Provider', 'Status', ...(hasNotes ? ['Note'] : [])]
  return (
    <section className={css.board} aria-label="List" ref={ref}>
      {/* Where only some rows are drawn, other ones must not change the widths. */}
      <Table
        stickyHeader
        horizontalSpacing={8}
        fz="sm"
        aria-label="Articles by time"
        aria-rowcount={entries.length + 1}
        layout={rows.isAll ? 'auto' : 'fixed'}
      >
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <RowSpacer heightPx={rows.beforePx} />
          {rows.indexes.map((index) => {
            const entry = entries[index]
            return entry === undefined ? null : (
              <EntryRow
                key={entry.id}
                ref={rows.measure}
                index={index}
                entry={entry}
                board={board}
                nowMs={nowMs}
                hasNotes={hasNotes}
              />
            )
          })}
          <RowSpacer heightPx={rows.afterPx} />
        </Table.Tbody>
      </Table>
    </section>
  )
}
