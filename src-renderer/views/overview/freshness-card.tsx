import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { DATASET_TITLES } from '../../format/freshness.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { Card } from './card.tsx'
import classes from './overview.module.css'

/** When each dataset of the brand was synced. */
export const FreshnessCard = ({ overview }: { readonly overview: BrandOverview | undefined }) => (
  <Card title="Freshness" link={{ view: 'sync', text: 'Sync' }}>
    <ul className={classes.freshness} aria-label="Freshness">
      {overview?.freshness.map(({ dataset, fetchedAt, state }) => (
        <li key={dataset}>
          {DATASET_TITLES[dataset]}
          <FreshnessLabel asOf={fetchedAt} dataset={dataset} isShort hasFailed={state === 'failed'} />
        </li>
      ))}
    </ul>
  </Card>
)
