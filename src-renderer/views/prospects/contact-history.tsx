import { Group } from '@mantine/core'
import type { PriorContact } from '../../../src-shared/desk/outreach-care.ts'
import { formatAgo } from '../../format/time.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrand } from '../../state/brands.ts'
import css from './prospects.module.css'

/** The most relevant pitch: the person before the site, queued before sent, then the newest. */
const mostRelevant = (history: readonly PriorContact[]): PriorContact | undefined =>
  history.toSorted(
    (a, b) =>
      Number(b.match === 'person') - Number(a.match === 'person') ||
      Number(b.isWaiting) - Number(a.isWaiting) ||
      (b.at ?? '').localeCompare(a.at ?? ''),
  )[0]

const whenText = ({ at, isWaiting }: PriorContact, nowMs: number): string =>
  isWaiting ? 'queued' : at === null ? 'before' : formatAgo(at, nowMs)

/** `12 d ago`, `queued`; `12 d ago, someone at this site` if somebody else there was contacted. */
export const contactHistoryLabel = (prior: PriorContact, nowMs: number): string =>
  `${whenText(prior, nowMs)}${prior.match === 'person' ? '' : ', someone at this site'}`

type CellProps = {
  /** The contact's brand: its own pitches need no name beside the mark. */
  readonly brandId: string
  readonly contactHistory: readonly PriorContact[] | undefined
}

/** In a cell: which brand contacted them last, and how long ago. */
export const ContactHistoryCell = ({ brandId, contactHistory = [] }: CellProps) => {
  const nowMs = useNow()
  const first = mostRelevant(contactHistory)
  const brand = useBrand(first?.byBrandId ?? '')
  if (first === undefined) return null
  const name = brand?.name ?? 'Another brand'
  const label = contactHistoryLabel(first, nowMs)
  const more = contactHistory.length > 1 ? contactHistory.length - 1 : 0
  return (
    <Group
      gap={6}
      wrap="nowrap"
      className={css.history ?? ''}
      title={`${label} · ${name}${more === 0 ? '' : ` · ${more} more`}`}
    >
      <BrandMark name={name} colour={brand?.colour ?? '#6a707c'} size="sm" />
      <span className="truncate">
        {whenText(first, nowMs)}
        {first.match === 'person' ? null : ' (site)'}
        {first.byBrandId === brandId ? null : (
          <span className={css.by}>
            {' · '}
            <Name>{name}</Name>
          </span>
        )}
        {more === 0 ? null : ` +${more}`}
      </span>
    </Group>
  )
}

const SHOWN_MAX = 20

/** In the detail: every earlier pitch to this person or their site. */
export const ContactHistory = ({ contactHistory }: { readonly contactHistory: readonly PriorContact[] }) => {
  const nowMs = useNow()
  if (contactHistory.length === 0) return <span className="soft">No pitch to them is known on this desk.</span>
  return (
    <ul className={`box lines ${css.rows}`}>
      {contactHistory.slice(0, SHOWN_MAX).map((each) => (
        <li key={`${each.byBrandId} ${each.match} ${each.at} ${each.subject}`}>
          <Group gap={6} justify="space-between" mb={4}>
            <BrandBadge brandId={each.byBrandId} />
            <span className="soft">{contactHistoryLabel(each, nowMs)}</span>
          </Group>
          {each.subject === null ? null : <bdi>{each.subject}</bdi>}
        </li>
      ))}
    </ul>
  )
}
