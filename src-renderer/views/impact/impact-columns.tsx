import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { articleTitle } from '../../format/entry-labels.ts'
import { formatEffect, formatSize, REASON_LABELS, VERDICT_LABELS } from '../../format/impact-labels.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { Verdict } from '../../parts/verdict.tsx'
import { brandColumn, centred, numberColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import css from './impact.module.css'

/** Left is a third of the clicks, right is three times as many: equal steps are equal ratios, no effect is in the middle. */
const END = Math.log(3)
const percentOf = (share: number): number => {
  const ratio = Math.log(Math.max(0.01, 1 + share)) / END
  return 50 + 50 * Math.min(1, Math.max(-1, ratio))
}

const effectText = ({ effect, interval }: Pick<ImpactRow, 'effect' | 'interval'>): string =>
  effect === null || interval === null
    ? '—'
    : `${formatEffect(effect)} (${formatEffect(interval.low)} to ${formatEffect(interval.high)})`

/** The effect as a point on its interval; an interval across the line in the middle is no visible change. */
const EffectLine = ({ row }: { readonly row: ImpactRow }) => {
  const { effect, interval, verdict } = row
  if (effect === null || interval === null) return <span className="soft">—</span>
  const [left, right] = [percentOf(interval.low), percentOf(interval.high)]
  const label = `${effectText(row)} vs expected clicks`
  return (
    <span className={css.effect} role="img" aria-label={label} title={label}>
      <span className={css.scale}>
        <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />
        <i data-verdict={verdict} style={{ left: `${percentOf(effect)}%` }} />
      </span>
      <span className="figures">{formatEffect(effect)}</span>
    </span>
  )
}

const number = numberColumn<ImpactRow>

const verdictText = ({ verdict, reason }: ImpactRow): string =>
  reason === null ? VERDICT_LABELS[verdict] : `${VERDICT_LABELS[verdict]}: ${REASON_LABELS[reason]}`

const first: readonly DataColumn<ImpactRow>[] = [
  {
    id: 'title',
    header: 'Article',
    widthPx: 170,
    grows: true,
    sortField: 'title',
    text: articleTitle,
    cell: (row) => <OpenText>{articleTitle(row)}</OpenText>,
  },
  {
    id: 'verdict',
    header: 'Verdict',
    about: 'What followed: more clicks or fewer than the untouched pages of the brand let expect',
    widthPx: 150,
    sortField: 'verdict',
    text: verdictText,
    cell: ({ verdict, reason }) => centred(<Verdict verdict={verdict} reason={reason} />),
  },
  {
    id: 'effect',
    header: 'Effect on clicks',
    about: 'Change vs expected clicks, with the interval that holds the true effect in 95 of 100 cases',
    widthPx: 176,
    sortField: 'effect',
    isDescendingFirst: true,
    text: effectText,
    cell: (row) => centred(<EffectLine row={row} />),
  },
]

const rest: readonly DataColumn<ImpactRow>[] = [
  number('detectable', {
    header: 'Detectable',
    isLesser: true,
    about: 'A change smaller than this could not be seen',
    widthPx: 100,
    text: ({ detectable }) => (detectable === null ? NO_VALUE : `from ${formatSize(detectable)}`),
  }),
  number('clicksBefore', {
    header: 'Before',
    isLesser: true,
    about: 'Clicks a day of the keywords of the page, before it was published',
    widthPx: 84,
    text: ({ clicksBefore }) => formatDecimal(clicksBefore),
  }),
  number('clicksAfter', {
    header: 'After',
    isLesser: true,
    about: 'Clicks a day of the keywords of the page, after it was published',
    widthPx: 84,
    text: ({ clicksAfter }) => formatDecimal(clicksAfter),
  }),
  number('publishedDay', {
    header: 'Published',
    widthPx: 112,
    text: ({ publishedDay }) => formatDay(publishedDay),
  }),
  number('keywords', {
    header: 'Keywords',
    about: 'Keywords that the page ranked for',
    widthPx: 92,
    isLesser: true,
    text: ({ keywords }) => formatWhole(keywords),
  }),
  {
    id: 'daysAfter',
    header: 'Days after',
    about: 'Whole days after publishing that are compared',
    widthPx: 92,
    align: 'end',
    isHiddenAtFirst: true,
    text: ({ daysAfter }) => formatWhole(daysAfter),
  },
  {
    id: 'page',
    header: 'Page',
    widthPx: 220,
    isHiddenAtFirst: true,
    text: ({ page }) => page ?? NO_VALUE,
    cell: ({ page }) => <SoftText>{page ?? NO_VALUE}</SoftText>,
  },
]

export const IMPACT_COLUMNS = {
  one: [...first, ...rest],
  all: [...first, brandColumn<ImpactRow>(140), ...rest],
}
export const IMPACT_SORTING = [{ id: 'publishedDay', desc: true }] as const
