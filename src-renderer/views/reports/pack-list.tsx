import { Text } from '@mantine/core'
import { memo } from 'react'
import type { ReportPack } from '../../../src-shared/desk/reports.ts'
import { plural } from '../../format/numbers.ts'
import { PACK_LABELS } from '../../format/report-labels.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useBrand } from '../../state/brands.ts'
import { PackFiles } from './files.tsx'
import css from './reports.module.css'

/** What needs a person comes first. */
const ORDER: Readonly<Record<ReportPack['state'], number>> = {
  failed: 0,
  interrupted: 1,
  review: 2,
  making: 3,
  waiting: 5,
  done: 6,
  cancelled: 7,
}

export const byNeed = (packs: readonly ReportPack[]): ReportPack[] =>
  packs.toSorted((one, other) => ORDER[one.state] - ORDER[other.state])

const PackLine = memo(({ pack }: { readonly pack: ReportPack }) => {
  const { brandId, state, reason, pages, files } = pack
  const whose = useBrand(brandId)?.name ?? 'this brand'
  return (
    <li className={css.pack}>
      <div className={css.packHead}>
        <BrandBadge brandId={brandId} />
        {pages === null ? null : (
          <Text span size="xs" c="dimmed">
            {plural(pages, 'page')}
          </Text>
        )}
        <StateWord {...PACK_LABELS[state]} />
      </div>
      {reason === null ? null : (
        <Text size="xs" c={state === 'failed' ? 'var(--bad)' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      <PackFiles files={files} whose={whose} />
    </li>
  )
})

/** Each brand of a run: its state, why it failed, its files. */
export const PackList = ({ label, packs }: { readonly label: string; readonly packs: readonly ReportPack[] }) => (
  <ul className="lines" aria-label={label}>
    {packs.map((pack) => (
      <PackLine key={pack.id} pack={pack} />
    ))}
  </ul>
)
