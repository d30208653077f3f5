import type { PriorContact } from '../../../src-shared/desk/outreach-care.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrand } from '../../state/brands.ts'
import { contactHistoryLabel, mostRelevant } from './contact-history-label.ts'
import css from './prospects.module.css'

type PressureCellProps = {
  /** Whose contact it is: the brand's own pitches need no name beside the mark. */
  readonly brandId: string
  readonly pressure: readonly PriorContact[] | undefined
}

/** In a cell: whose pitch it was, and how long ago. */
export const ContactHistoryCell = ({ brandId, pressure }: PressureCellProps) => {
  const nowMs = useNow()
  const first = mostRelevant(pressure ?? [])
  const brand = useBrand(first?.byBrandId ?? '')
  if (first === undefined || pressure === undefined) return null
  const name = brand?.name ?? 'Another brand'
  const more = pressure.length > 1 ? ` · ${pressure.length - 1} more` : ''
  return (
    <span
      className={css.pressure}
      data-match={first.match}
      title={`${contactHistoryLabel(first, nowMs)} · ${name}${more}`}
    >
      <BrandMark name={name} colour={brand?.colour ?? '#6a707c'} size="sm" />
      <span>
        {contactHistoryLabel(first, nowMs)}
        {first.byBrandId === brandId ? null : (
          <>
            {' · '}
            <Name>{name}</Name>
          </>
        )}
        {more}
      </span>
    </span>
  )
}

const SHOWN_MAX = 20

/** In the detail: every earlier pitch to this person or their site. */
export const ContactHistory = ({ pressure }: { readonly pressure: readonly PriorContact[] }) => {
  const nowMs = useNow()
  if (pressure.length === 0) return <span className={css.soft}>No brand of this desk has contacted them yet.</span>
  return (
    <ul className={css.people}>
      {pressure.slice(0, SHOWN_MAX).map((each) => (
        <li key={`${each.byBrandId} ${each.match} ${each.at} ${each.subject}`}>
          <div className={css.sectionHead}>
            <BrandBadge brandId={each.byBrandId} />
            <span className={css.soft}>{contactHistoryLabel(each, nowMs)}</span>
          </div>
          {each.subject === null ? null : <bdi>{each.subject}</bdi>}
        </li>
      ))}
    </ul>
  )
}
