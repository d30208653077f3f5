import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Annotation } from '../../../src-shared/desk/annotations.ts'
import { ANNOTATION_LABELS, annotationText, EVENT_LABELS } from '../../format/annotation-labels.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type EventsInput, useEvents } from '../../state/annotations.ts'
import { useAnnotationFilters } from '../../state/list-filters.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { FilterMenu } from '../../table/filter-row.tsx'
import { brandsText } from '../alerts/alert-words.ts'
import css from './events.module.css'
import { type Fold, foldEvents } from './fold-events.ts'

type Opens = { readonly onOpen: (event: Annotation) => void; readonly shown: Annotation | null }

const Line = ({ event, onOpen, shown }: { readonly event: Annotation } & Opens) => {
  const [brandId] = event.brandIds === 'all' ? [] : event.brandIds
  return (
    <button type="button" className={css.event} data-shown={event.id === shown?.id} onClick={() => onOpen(event)}>
      {brandId === undefined ? null : <BrandBadge brandId={brandId} />}
      <span className="truncate">{annotationText(event)}</span>
    </button>
  )
}

const brandsIn = (events: readonly Annotation[]): readonly string[] => [
  ...new Set(events.flatMap(({ brandIds }) => (brandIds === 'all' ? [] : brandIds))),
]

/** What a closed fold says of its events: of one brand what they are, of several whose they are. */
const summaryOf = (events: readonly Annotation[], isOfOne: boolean): string =>
  isOfOne ? events.map(annotationText).join(' · ') : brandsText(brandsIn(events))

type FoldProps = { readonly fold: Fold; readonly isOpen: boolean; readonly isOfOne: boolean } & Opens

/** One day and kind; a click unfolds its events. */
const Folded = ({ fold: { day, kind, events, isPart }, isOpen, isOfOne, ...opens }: FoldProps) => (
  <li>
    <details open={isOpen}>
      <summary className={css.fold}>
        <span className={css.day}>{formatDay(day)}</span>
        <span className={css.kind}>
          {ANNOTATION_LABELS[kind]} · {formatWhole(events.length)}
          {isPart ? '+' : ''}
        </span>
        <span className={`soft truncate ${css.summary}`}>{summaryOf(events, isOfOne)}</span>
      </summary>
      <div className={css.events}>
        {events.map((event) => (
          <Line key={event.id} event={event} {...opens} />
        ))}
      </div>
    </details>
  </li>
)

type Props = { readonly input: EventsInput } & Opens

/** What the desk saw, below people's notes: folded by day and kind, the newest first. */
export const Events = ({ input, ...opens }: Props) => {
  const { events, total, isAll, error, reload, readMore } = useEvents(input)
  const search = useAnnotationFilters((filters) => filters.search.trim())
  const folds = foldEvents(events, isAll)
  const isOfOne = Array.isArray(input.brandIds) && input.brandIds.length === 1
  const source = { list: 'annotations', input } as const
  return (
    <section className={css.section} aria-label="What the desk saw">
      <Group gap={8} className={css.head ?? ''}>
        <h2>What the desk saw</h2>
        <span className="soft">{plural(total, 'event')}, by day and type</span>
        <Group gap={8} ml="auto">
          <FilterMenu label="Type" labels={EVENT_LABELS} store={useAnnotationFilters} field="kinds" />
          <ExportMenu
            hasKeys={false}
            choices={total === 0 ? [] : [{ prefix: '', label: plural(total, 'event'), source: () => source }]}
          >
            <Button
              variant="default"
              aria-label="Export the events"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Export
            </Button>
          </ExportMenu>
        </Group>
      </Group>
      <ErrorNotice error={error} title="The events could not be read" onRetry={reload} />
      <div className={css.list}>
        <ul className="lines">
          {folds.map((fold) => (
            <Folded key={`${fold.day} ${fold.kind}`} fold={fold} isOpen={search !== ''} isOfOne={isOfOne} {...opens} />
          ))}
        </ul>
        {isAll ? null : (
          <Button variant="subtle" m={8} onClick={() => void readMore()}>
            Show earlier events
          </Button>
        )}
        {isAll && events.length === 0 && error === undefined ? <p className={css.none}>No events</p> : null}
      </div>
    </section>
  )
}
