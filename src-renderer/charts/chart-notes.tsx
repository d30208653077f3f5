// Notes and what happened on the days of a chart: one way for every chart with days.
import { Anchor, Button, Group, Switch, Text } from '@mantine/core'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { Annotation, AnnotationKind } from '../../src-shared/desk/annotations.ts'
import { ANNOTATION_KINDS } from '../../src-shared/desk/values/annotation-kinds.ts'
import { useDesk } from '../data/use-desk.ts'
import { ANNOTATION_LABELS, annotationDays, annotationText, eventText } from '../format/annotation-labels.ts'
import { plural } from '../format/numbers.ts'
import { formatShortDay } from '../format/time.ts'
import { writeNote } from '../state/annotations.ts'
import { linkToPlace } from '../state/location.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import type { ChartMark } from './chart-flags.ts'
import css from './chart-notes.module.css'

/** The newest ones of a chart. */
const SHOWN_MAX = 500
const HIDE = 'charts.hideAutomatic'

type Asked = {
  readonly brandId: string
  readonly keyword?: string
  /** Of the chart, from the first to the last. */
  readonly days: readonly string[]
  /** The last day that has a value, where the chart shows days to come. */
  readonly lastDay?: string | undefined
  /** Without them: all. */
  readonly kinds?: readonly AnnotationKind[]
}

const readoutText = (one: Annotation): string =>
  one.kind === 'note' ? `Note: ${annotationText(one)}` : annotationText(one)

const marksOf = (rows: readonly Annotation[], days: readonly string[]): ChartMark[] => {
  const first = days[0] ?? ''
  // A note that began before the chart is marked on its first day.
  const dayOf = ({ day, untilDay }: Annotation) => (day < first && untilDay !== null ? first : day)
  return Array.from(Map.groupBy(rows, dayOf), ([day, all]) => ({
    day,
    texts: all.map(readoutText),
  })).sort((one, other) => (one.day < other.day ? -1 : 1))
}

const NO_ROWS: readonly Annotation[] = []

/** The marks of a chart, and what a click on a day does. */
export const useChartNotes = ({ brandId, keyword, days, lastDay = days.at(-1), kinds }: Asked) => {
  const isHidden = usePreference(HIDE) === true
  const [from, to] = [days[0], days.at(-1)]
  const input =
    from === undefined || to === undefined
      ? null
      : {
          brandIds: [brandId],
          from,
          to,
          limit: SHOWN_MAX,
          ...(keyword === undefined ? {} : { keyword }),
          ...(kinds && { kinds: [...kinds] }),
        }
  const { value } = useDesk('annotations.list', input)
  const all = value?.rows ?? NO_ROWS
  const rows = useMemo(() => (isHidden ? all.filter(({ kind }) => kind === 'note') : all), [all, isHidden])
  const marks = useMemo(() => marksOf(rows, days), [rows, days])
  const onDay = useCallback(
    (day: string) => writeNote({ day, brandIds: [brandId], ...(keyword === undefined ? {} : { keyword }) }),
    [brandId, keyword],
  )
  return { brandId, rows, marks, onDay, lastDay, hidden: all.length - rows.length, isHidden }
}

const AUTOMATIC = ANNOTATION_KINDS.length - 1

type Props = Pick<ReturnType<typeof useChartNotes>, 'brandId' | 'rows' | 'onDay' | 'lastDay' | 'hidden' | 'isHidden'>

const Line = ({ row, brandId }: { readonly row: Annotation; readonly brandId: string }) => {
  const place = row.link ?? { view: 'notes', params: { open: row.id } }
  return (
    <li>
      <span className={css.when}>
        <IconFlag size={12} aria-hidden /> {annotationDays(row)}: {ANNOTATION_LABELS[row.kind]}
      </span>
      <Anchor inherit underline="always" href={linkToPlace({ view: place.view, scope: brandId, params: place.params })}>
        {row.keyword === null ? '' : `“${row.keyword}”: `}
        {eventText(row)}
      </Anchor>
    </li>
  )
}

const LINES_AT_FIRST = 10

/** They grow with what is around them, which scrolls as a whole. */
const Lines = ({ rows, brandId }: Pick<Props, 'rows' | 'brandId'>) => {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <ul className={css.list} aria-label="Events">
        {rows.slice(0, isWhole ? undefined : LINES_AT_FIRST).map((row) => (
          <Line key={row.id} row={row} brandId={brandId} />
        ))}
      </ul>
      {rows.length <= LINES_AT_FIRST ? null : (
        <Button size="compact-xs" variant="subtle" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show ${LINES_AT_FIRST}` : `Show all ${plural(rows.length, 'event')}`}
        </Button>
      )}
    </>
  )
}

/** The marks in words, for those who cannot see the chart, and the way to add one. */
export const ChartNotes = ({ brandId, rows, onDay, lastDay, hidden, isHidden }: Props) =>
  lastDay === undefined ? null : (
    <section className={css.notes} aria-label="Notes on these days">
      <Group justify="space-between" gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onDay(lastDay)}
        >
          Add note on {formatShortDay(lastDay)}
        </Button>
        <Switch
          size="xs"
          label="Notes of people only"
          title={`Hides ${AUTOMATIC} kinds that the desk adds itself`}
          checked={isHidden}
          onChange={(event) => setPreference(HIDE, event.currentTarget.checked)}
        />
      </Group>
      {rows.length === 0 ? (
        <Text size="xs" c="dimmed" mt={6}>
          {hidden === 0 ? 'Nothing is noted on these days.' : `${plural(hidden, 'event')} hidden.`} Click a day of the
          chart to add a note.
        </Text>
      ) : (
        <Lines rows={rows} brandId={brandId} />
      )}
    </section>
  )
