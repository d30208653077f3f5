import { Button } from '@mantine/core'
import { IconPrinter, IconReportAnalytics } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { comparisonText } from '../../format/periods.ts'
import '../../theme/print.css'
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { DATASET_TITLES } from '../../format/freshness.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { Page } from '../../parts/panel.tsx'
import { useAsOfDay, useScope } from '../../state/location.ts'
import { openReports } from '../../state/reports.ts'
import { AssistantsCard } from './assistants-card.tsx'
import { BrandFigures } from './brand-figures.tsx'
import { Card } from './card.tsx'
import { ClustersCard } from './clusters-card.tsx'
import { Distribution } from './distribution.tsx'
import { DropsCard } from './drops-card.tsx'
import { MovesCard } from './moves-card.tsx'
import { OpportunitiesCard } from './opportunities-card.tsx'
import { OutreachCard } from './outreach-card.tsx'
import classes from './overview.module.css'
import { PublishingCard } from './publishing-card.tsx'
import { TrendCard } from './trend-card.tsx'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in light colours, whatever the theme. Set before the charts draw themselves for the paper. */
const usePaper = (): void =>
  useEffect(() => {
    const root = document.documentElement
    let scheme: string | null = null
    const toLight = () => {
      scheme = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const toBefore = () => {
      if (scheme !== null) root.setAttribute(SCHEME, scheme)
    }
    window.addEventListener('beforeprint', toLight, { capture: true })
    window.addEventListener('afterprint', toBefore, { capture: true })
    return () => {
      window.removeEventListener('beforeprint', toLight, { capture: true })
      window.removeEventListener('afterprint', toBefore, { capture: true })
    }
  }, [])

/** When each dataset of the brand was synced. */
const FreshnessCard = ({ overview }: { readonly overview: BrandOverview | undefined }) => (
  <Card title="Freshness" link={{ view: 'sync', text: 'Sync' }}>
    <ul className={classes.freshness} aria-label="Freshness">
      {overview?.freshness.map(({ dataset, fetchedAt, state }) => (
        <li key={dataset}>
          {DATASET_TITLES[dataset]}
          <FreshnessLabel freshAsOf={fetchedAt} dataset={dataset} isShort hasFailed={state === 'failed'} />
        </li>
      ))}
    </ul>
  </Card>
)

const print = () => window.print()

/** How one brand stands, on one page that can be printed. Every figure is one that its place shows. */
export const BrandPage = () => {
  const brandId = useScope()
  const brandIds = [brandId]
  const asOfDay = useAsOfDay()
  const then = asOfDay === undefined ? {} : { asOfDay }
  const { value, error, reload } = useDesk('brands.overview', { brandIds, ...then })
  const { value: totals } = useDesk('rankings.totals', { brandIds, ...then })
  const { value: history } = useDesk('brands.days', { brandId, ...then })
  // Kept for now alone: an earlier day has none.
  const { value: clicks } = useDesk('opportunities.brand', asOfDay === undefined ? { brandId } : null)
  const overview = value?.rows[0]
  // The days that the heading names: the reply has one more where the newest is not over.
  const from = totals?.period?.from
  const points = useMemo(
    () => (from === undefined ? history?.points : history?.points.filter(({ day }) => day >= from)),
    [history, from],
  )
  usePaper()
  useCommands('Overview', [{ id: 'overview.print', title: 'Print this overview', run: print }])
  return (
    <Page
      note={totals?.period == null ? null : `Last 28 days (${comparisonText(totals.period, totals.comparePeriod)})`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconReportAnalytics size={14} aria-hidden />}
            onClick={() => openReports('new')}
          >
            Report …
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={14} />} onClick={print}>
            Print
          </Button>
        </>
      }
    >
      <ErrorNotice title="The overview could not be loaded" error={error} onRetry={reload} />
      <BrandFigures overview={overview} totals={totals} clickShare={clicks?.clickShare} />
      <div className={classes.cards}>
        <div data-size="wide">
          <TrendCard brandId={brandId} points={points} />
        </div>
        <div data-size="narrow">
          <Distribution totals={totals} />
        </div>
        <div data-size="half">
          <MovesCard brandId={brandId} direction="down" />
        </div>
        <div data-size="half">
          <MovesCard brandId={brandId} direction="up" />
        </div>
        {asOfDay === undefined ? <DropsCard brandId={brandId} /> : null}
        {asOfDay === undefined ? (
          <div data-size="row">
            <OpportunitiesCard brandId={brandId} />
          </div>
        ) : null}
        <div>
          <ClustersCard brandId={brandId} />
        </div>
        <div>
          <OutreachCard brandId={brandId} overview={overview} />
        </div>
        <div>
          <PublishingCard brandId={brandId} />
        </div>
        <div>
          <AssistantsCard brandId={brandId} />
        </div>
        <div data-size="row">
          <FreshnessCard overview={overview} />
        </div>
      </div>
    </Page>
  )
}
