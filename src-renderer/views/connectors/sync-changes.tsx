import type { SyncPreview } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import css from './connectors.module.css'
import sync from './sync-simulator.module.css'

const inNameOrder = <Row extends { readonly brandId: string }>(rows: readonly Row[]): readonly Row[] => {
  const order = new Map(byName(useBrands.getState().list).map(({ id }, index) => [id, index]))
  return rows.toSorted((a, b) => (order.get(a.brandId) ?? 0) - (order.get(b.brandId) ?? 0))
}

/** Brand by brand, each to be opened: which cells change. */
export const BrandChanges = ({ brands, tools }: { readonly brands: SyncPreview['brands']; readonly tools: Tools }) => (
  <ul className={sync.brands}>
    {inNameOrder(brands).map(({ brandId, changes }) => (
      <li key={brandId} className={sync.brand}>
        <details open={brands.length <= 3}>
          <summary>
            <BrandBadge brandId={brandId} /> <span className={css.soft}>{plural(changes.length, 'change')}</span>
          </summary>
          <ChangeList changes={changes} tools={tools} />
        </details>
      </li>
    ))}
  </ul>
)

export const cellsIn = (brands: SyncPreview['brands']): number =>
  brands.reduce((sum, { changes }) => sum + changes.length, 0)
