import { Group } from '@mantine/core'
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { FilterChip } from '../../parts/fields/filter-chip.tsx'
import { TextAndTag } from '../../parts/fields/text-and-tag.tsx'
import { setParams } from '../../state/location.ts'
import { type BrandQuery, type BrandRow, HEALTH_LABELS, stateOf } from './brand-rows.ts'
import classes from './overview.module.css'

const HEALTHS = ['attention', 'warning', 'empty', 'ok'] as const

type Props = { readonly query: BrandQuery; readonly rows: readonly BrandRow[] }

const HealthChip = ({ health, count, isOn }: { health: BrandOverview['health']; count: number; isOn: boolean }) => (
  <FilterChip isOn={isOn} onToggle={() => setParams({ health: isOn ? '' : health })} count={count}>
    <span className={classes.dot} data-health={health} aria-hidden />
    {HEALTH_LABELS[health]}
  </FilterChip>
)

export const BrandFilters = ({ query, rows }: Props) => {
  return (
    <Group>
      <TextAndTag label="Filter brands by name or tag" placeholder="Filter brands" w={220} />
      {HEALTHS.map((health) => {
        const count = rows.filter((row) => stateOf(row) === health).length
        return count === 0 && query.health !== health ? null : (
          <HealthChip key={health} health={health} count={count} isOn={query.health === health} />
        )
      })}
    </Group>
  )
}
