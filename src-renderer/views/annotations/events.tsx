import { Button } from '@mantine/core'
import type { Annotation } from '../../../src-shared/desk/annotations.ts'
import { ANNOTATION_LABELS, eventText } from '../../format/annotation-labels.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Unfolds } from '../../parts/unfolds.tsx'
import type { useAnnotations } from '../../state/annotations.ts'
import { useAnnotationFilters } from '../../state/filters/lists.ts'
import { brandsText } from '../alerts/alert-words.ts'
import css from './annotations.module.css'
import { type Fold, foldEvents } from './fold-events.ts'
import type { Opens } from './note-list.tsx'

const brandIdOf = ({ brandIds }: Annotation): string | undefined => (brandIds === 'all' ? undefined : brandIds[0])

type OfOne = { readonly isOfOne: boolean }

const Inner = ({ event, isOfOne, onOpen, shownId }: { readonly event: Annotation } & OfOne & Opens) => {
  const brandId = brandIdOf(event)
  return (
    <button type="button" className={css.inner} data-shown={event.id === shownId} onClick={() => onOpen(event)}>
      {isOfOne || brandId === undefined ? null : (
        <span data-brand>
          <BrandBadge brandId={brandId} />
        </span>
      )}
      <span className={css.text}>{eventText(event)}</span>
    </button>
  )
}

/** The only event of its day and kind: there is nothing to unfold. */
const Lone = ({ event, isOfOne, onOpen, shownId }: { readonly event: Annotation } & OfOne & Opens) => {
  const brandId = brandIdOf(event)
  return (
    <button type="button" className={css.row} data-shown={event.id === shownId} onClick={() => onOpen(event)}>
      <span className={css.day}>{formatDay(event.day)}</span>
      <span>{ANNOTATION_LABELS[event.kind]}</span>
      <span className={css.text}>
        {isOfOne || brandId === undefined ? null : (
          <span className={css.whose}>
            <BrandBadge brandId={brandId} />
          </span>
        )}
        {eventText(event)}
      </span>
    </button>
  )
}

const brandsIn = (events: readonly Annotation[]): readonly string[] => [
  ...new Set(events.flatMap(({ brandIds }) => (brandIds === 'all' ? [] : brandIds))),
]

/** What a closed fold says of its events: of one brand what the first one is, of several whose they are. */
const summaryOf = ([first, ...rest]: readonly Annotation[], isOfOne: boolean): string => {
  if (first === undefined) return ''
  return isOfOne ? `${eventText(first)}, and ${formatWhole(rest.length)} more` : brandsText(brandsIn([first, ...rest]))
}

type FoldProps = { readonly fold: Fold; readonly isOpen: boolean } & OfOne & Opens

/** One day and kind; a click unfolds its events. */
const Folded = ({ fold: { day, kind, events, isPart }, isOpen, ...props }: FoldProps) => {
  const [only] = events
  if (events.length === 1 && !isPart && only !== undefined) return <Lone event={only} {...props} />
  return (
    <Unfolds
      isOpen={isOpen}
      summaryClassName={css.row}
      summary={
        <>
          <span className={css.day}>{formatDay(day)}</span>
          <span>
            {ANNOTATION_LABELS[kind]} · {formatWhole(events.length)}
            {isPart ? '+' : ''}
          </span>
          <span className={`soft ${css.text}`}>{summaryOf(events, props.isOfOne)}</span>
        </>
      }
    >
      {() => events.map((event) => <Inner key={event.id} event={event} {...props} />)}
    </Unfolds>
  )
}

type Props = { readonly of: ReturnType<typeof useAnnotations> } & OfOne & Opens

/** What the desk saw, below people's notes: folded by day and kind, the newest first. */
export const Events = ({ of, ...props }: Props) => {
  const { rows, total, isKnown, isAll, error, reload, readMore } = of
  const search = useAnnotationFilters((filters) => filters.search.trim())
  return (
    <section aria-label="What the desk saw">
      <div className={css.head}>
        <h2>What the desk saw</h2>
        <span className="soft">{plural(total, 'event')}, by day and type</span>
      </div>
      <ErrorNotice error={error} title="The events could not be read" onRetry={reload} />
      <ul className={css.rows}>
        {foldEvents(rows, isAll).map((fold) => (
          <li key={`${fold.day} ${fold.kind}`}>
            <Folded fold={fold} isOpen={search !== ''} {...props} />
          </li>
        ))}
      </ul>
      {isKnown && !isAll ? (
        <Button variant="subtle" m={8} onClick={() => void readMore()}>
          Show earlier events
        </Button>
      ) : null}
      {isKnown && rows.length === 0 ? <p className={css.none}>No events</p> : null}
    </section>
  )
}
