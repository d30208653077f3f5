import { IMPACT_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { SETTLING_DAYS, VERDICT_DAYS_MIN } from '../../../src-shared/desk/values/impact-days.ts'
import { addDays } from '../../charts/days.ts'
import { articleTitle } from '../../format/entry-labels.ts'
import { formatEffect, formatLimits, REASON_LABELS, VERDICT_LABELS } from '../../format/impact-labels.ts'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'
import { Verdict } from '../../parts/verdict.tsx'
import { brandColumn, centred, TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf } from '../../table/field-columns.tsx'
import css from './impact.module.css'

/** Left is a third of the clicks, right is three times as many: equal steps are equal ratios, no effect is in the middle. */
const END = Math.log(3)
const ratioOf = (share: number): number => Math.log(Math.max(0.01, 1 + share)) / END
const percentOf = (share: number): number => {
  const ratio = ratioOf(share)
  return 50 + 50 * Math.min(1, Math.max(-1, ratio))
}

const EFFECT_ABOUT =
  'The point: the effect on clicks. The line: where the true one is in 95 of 100 cases, from −67% to +200%; an arrow says that it goes further'

/** Where none is known yet, the day from which on it can be. */
const noEffectText = ({ reason, publishedDay }: ImpactRow): string =>
  reason === 'days-to-come'
    ? `verdict from ${formatShortDay(addDays(publishedDay, SETTLING_DAYS + VERDICT_DAYS_MIN))}`
    : NO_VALUE

const effectText = (row: ImpactRow): string => {
  const { effect, interval } = row
  if (effect === null || interval === null) return noEffectText(row)
  return `${formatEffect(effect)} (${formatEffect(interval.low)} to ${formatEffect(interval.high)})`
}

/** The effect as a point on its interval; an interval across the line in the middle is no visible change. */
const EffectLine = ({ row }: { readonly row: ImpactRow }) => {
  const { effect, interval, verdict } = row
  if (effect === null || interval === null) return <span className="soft">{noEffectText(row)}</span>
  const [left, right] = [percentOf(interval.low), percentOf(interval.high)]
  // The line ends there, and the interval does not.
  const isCut = { left: ratioOf(interval.low) < -1, right: ratioOf(interval.high) > 1 }
  const cut = isCut.left || isCut.right ? '. An arrow: further than the line, which ends at −67% and +200%' : ''
  const label = `${effectText(row)} vs expected clicks${cut}`
  return (
    <span className={css.effect} role="img" aria-label={label} title={label}>
      <span className={css.scale}>
        <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />
        <i data-verdict={verdict} style={{ left: `${percentOf(effect)}%` }} />
        {isCut.left ? <b data-cut="left" /> : null}
        {isCut.right ? <b data-cut="right" /> : null}
      </span>
      <span className="figures">{effectText(row)}</span>
    </span>
  )
}

const verdictText = ({ verdict, reason }: ImpactRow): string =>
  reason === null ? VERDICT_LABELS[verdict] : `${VERDICT_LABELS[verdict]}: ${REASON_LABELS[reason]}`

const impact = columnOf(IMPACT_FIELDS)

const first: readonly DataColumn<ImpactRow>[] = [
  impact('title', {
    widthPx: 166,
    grows: true,
    text: articleTitle,
    cell: (row) => <TwoLines isName>{articleTitle(row)}</TwoLines>,
  }),
  impact('verdict', {
    widthPx: 150,
    text: verdictText,
    cell: ({ verdict, reason }) => centred(<Verdict verdict={verdict} reason={reason} />),
  }),
  impact('effect', {
    header: 'Clicks vs untouched pages',
    name: 'Effect on clicks',
    widthPx: 236,
    fitPx: 270,
    align: 'start',
    about: EFFECT_ABOUT,
    text: effectText,
    cell: (row) => centred(<EffectLine row={row} />),
  }),
]

const rest: readonly DataColumn<ImpactRow>[] = [
  impact('clicksAfter', {
    header: 'Clicks a day',
    about: 'Of the keywords of the page, before and after it was published',
    widthPx: 116,
    text: ({ clicksBefore, clicksAfter }) =>
      clicksBefore === null && clicksAfter === null
        ? NO_VALUE
        : `${formatDecimal(clicksBefore)} → ${formatDecimal(clicksAfter)}`,
  }),
  impact('detectable', {
    widthPx: 140,
    isLesser: true,
    // Beside a change that was seen it would say nothing.
    text: ({ detectable, verdict }) =>
      detectable === null || verdict !== 'no-change' ? NO_VALUE : formatLimits(detectable),
  }),
  impact('clicksBefore', {
    header: 'Clicks a day before',
    widthPx: 140,
    isHiddenAtFirst: true,
    text: ({ clicksBefore }) => formatDecimal(clicksBefore),
  }),
  impact('publishedDay', {
    widthPx: 112,
    align: 'end',
    isDescendingFirst: true,
    text: ({ publishedDay }) => formatDay(publishedDay),
  }),
  impact('keywords', { widthPx: 92, isLesser: true }),
  impact('daysAfter', { widthPx: 92, isUnsorted: true, isHiddenAtFirst: true }),
  impact('page', { widthPx: 220, isHiddenAtFirst: true, look: 'soft', text: ({ page }) => page ?? NO_VALUE }),
]

export const IMPACT_COLUMNS = {
  one: [...first, ...rest],
  all: [...first, brandColumn<ImpactRow>(176), ...rest],
}
