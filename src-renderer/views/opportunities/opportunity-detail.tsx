import { Anchor, Button, Table } from '@mantine/core'
import { IconArrowsExchange, IconChartLine } from '@tabler/icons-react'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { CurvePoint, OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatPosition, formatShare, formatWhole, plural } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useMoverFilters } from '../../state/filters/lists.ts'
import { NO_FILTERS, useRankFilters } from '../../state/filters/rankings.ts'
import { go, useAsOfDay } from '../../state/location.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { Facts } from '../../table/table-page.tsx'
import { bandText, clicksText, gainText, NEEDS_LABELS, similarText } from './opportunity-labels.ts'

const placesText = ({ from, to }: CurvePoint): string => (from === to ? String(from) : `${from}–${to}`)

const rangeText = ({ low, high }: CurvePoint): string => `${formatDecimal(100 * low)}–${formatShare(high)}`

/** A click curve by position, with what it is made of. */
const CurveTable = ({ label, points }: { readonly label: string; readonly points: readonly CurvePoint[] }) => (
  <Table aria-label={label} className="figures" horizontalSpacing={6}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Position</Table.Th>
        <Table.Th ta="end">CTR</Table.Th>
        <Table.Th ta="end">80% range</Table.Th>
        <Table.Th ta="end">All brands</Table.Th>
        <Table.Th ta="end">Keywords</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.map((point) => (
        <Table.Tr key={point.from}>
          <Table.Td>{placesText(point)}</Table.Td>
          <Table.Td ta="end">{formatShare(point.ctr)}</Table.Td>
          <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
            {rangeText(point)}
          </Table.Td>
          <Table.Td ta="end">{formatShare(point.agencyCtr)}</Table.Td>
          <Table.Td ta="end">{formatWhole(point.keywords)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const { clickShare } = FIGURES

const factsOf = (row: OpportunityRow) => [
  { name: 'Clicks, last 28 days', value: formatWhole(row.clicks) },
  { name: 'Expected clicks in 28 days', value: clicksText(row.expected) },
  { name: 'Expected, 80% range', value: bandText(row) },
  { name: 'Extra clicks', value: gainText(row.gain) },
  ...(row.kind === 'page'
    ? [{ name: 'Keywords', value: formatWhole(row.keywords) }]
    : [
        { name: 'Position, last 28 days', value: formatDecimal(row.position) },
        { name: 'Reachable position', value: formatDecimal(row.reachable) },
        { name: 'Impressions', value: formatWhole(row.impressions) },
      ]),
  { name: 'Next step', value: NEEDS_LABELS[row.needs] },
]

/** The brand's own click curve, which the expected clicks come from. */
const Curve = ({ brandId }: { readonly brandId: string }) => {
  const { value, error, reload } = useDesk('opportunities.brand', { brandId })
  if (value === undefined)
    return <ErrorNotice title="The click curve could not be read" error={error} onRetry={reload} />
  return (
    <>
      <section>
        <SideHeading>Click curve of this brand</SideHeading>
        <CurveTable label="Searches without the brand’s name" points={value.plain} />
      </section>
      {value.branded.every(({ keywords }) => keywords === 0) ? null : (
        <section>
          <SideHeading>Searches with the brand’s name</SideHeading>
          <CurveTable label="Searches with the brand’s name" points={value.branded} />
        </section>
      )}
      <p className="soft" title={clickShare.about}>
        {clickShare.label}, {clickShare.period}: {formatShare(value.clickShare)}
      </p>
    </>
  )
}

const DROPS: Partial<Record<CauseRow['kind'], string>> = { down: 'Falling', lost: 'Not ranking' }

/** Its figures are of 28 days, so that a fall of the last 3 days hardly shows in them. Falls are known of now alone. */
const FallNote = ({ brandId, subject }: Pick<OpportunityRow, 'brandId' | 'subject'>) => {
  const asked = useAsOfDay() === undefined ? { brandId, keyword: subject } : null
  const drop = useDesk('causes.forKeyword', asked).value?.row
  const what = drop == null ? undefined : DROPS[drop.kind]
  if (drop == null || what === undefined) return null
  const open = () => {
    useMoverFilters.setState({ search: subject, moves: 'real', kind: 'any' })
    go({ view: 'movers', params: { brand: brandId, keyword: subject } })
  }
  return (
    <p>
      {what} since {formatDay(drop.since)}:{' '}
      <Anchor component="button" type="button" size="sm" onClick={open}>
        see Movers
      </Anchor>
    </p>
  )
}

const openKeyword = (brandId: string, keyword: string): void =>
  go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } })

const openPage = (brandId: string, pageAddress: string): void => {
  useRankFilters.setState({ ...NO_FILTERS, pageAddress })
  go({ view: 'rankings', scope: brandId })
}

const KEYWORDS_MAX = 50

/** What the extra clicks of a page are made of. */
const PageKeywords = ({ brandId, subject }: Pick<OpportunityRow, 'brandId' | 'subject'>) => {
  const filter = { kind: 'keyword', pageAddress: subject } as const
  const { value, error, reload } = useDesk('opportunities.page', { brandIds: [brandId], filter, limit: KEYWORDS_MAX })
  if (value === undefined) return <ErrorNotice title="The keywords could not be read" error={error} onRetry={reload} />
  const { rows, total } = value
  return (
    <section>
      <SideHeading>
        {total > rows.length
          ? `The ${rows.length} keywords of this page with the most extra clicks, of ${formatWhole(total)}`
          : `${plural(total, 'keyword')} of this page that could climb`}
      </SideHeading>
      <Table aria-label="Keywords of this page" className="figures" horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Keyword</Table.Th>
            <Table.Th ta="end">Position</Table.Th>
            <Table.Th ta="end">Reachable</Table.Th>
            <Table.Th ta="end">Extra clicks</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ subject: keyword, position, reachable, gain }) => (
            <Table.Tr key={keyword}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  onClick={() => openKeyword(brandId, keyword)}
                >
                  {keyword}
                </Anchor>
              </Table.Td>
              <Table.Td ta="end">{formatPosition(position)}</Table.Td>
              <Table.Td ta="end">{formatDecimal(reachable)}</Table.Td>
              <Table.Td ta="end">{gainText(gain)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

type Props = { readonly row: OpportunityRow; readonly onClose: () => void }

/** One keyword or page: what a reachable position would bring, why it is reachable, and the curve behind it. */
export const OpportunityDetail = ({ row, onClose }: Props) => {
  const { brandId, subject, page, kind, needs } = row
  return (
    <SidePanel title={subject} note={<BrandBadge brandId={brandId} />} onClose={onClose}>
      <Facts perRow={2} facts={factsOf(row)} />
      {kind === 'page' ? null : <FallNote brandId={brandId} subject={subject} />}
      {kind === 'page' ? null : <p className="soft">{similarText(row)}</p>}
      {page === null ? null : <SafeLink text={page} />}
      {kind === 'page' ? <PageKeywords brandId={brandId} subject={subject} /> : null}
      <Button
        variant="default"
        leftSection={<IconChartLine size={14} />}
        onClick={() => (kind === 'page' ? openPage : openKeyword)(brandId, subject)}
      >
        Open in Rankings
      </Button>
      {needs !== 'competing' || kind === 'page' ? null : (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={14} />}
          onClick={() => go({ view: 'competing-pages', scope: brandId, params: { brand: brandId, keyword: subject } })}
        >
          Open in Competing pages
        </Button>
      )}
      <Curve brandId={brandId} />
    </SidePanel>
  )
}
