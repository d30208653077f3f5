import { Group } from '@mantine/core'
import { HEALTHS, type Health } from '../../../src-shared/desk/values/overview-order.ts'
import { FilterChip } from '../../parts/fields/filter-chip.tsx'
import { TextAndTag } from '../../parts/fields/text-and-tag.tsx'
import { setParams } from '../../state/location.ts'
import type { BrandQuery } from '../../state/overview-asked.ts'
import { HEALTH_LABELS, NOTHING_URGENT } from './brand-rows.ts'
import classes from './overview.module.css'

type Props = {
  readonly query: BrandQuery
  /** How many brands there are of each; undefined: not known yet. */
  readonly counts: Readonly<Record<Health, number>> | undefined
}

const HealthChip = ({ health, count, isOn }: { health: Health; count: number; isOn: boolean }) => (
  <FilterChip isOn={isOn} onToggle={() => setParams({ health: isOn ? '' : health })} count={count}>
    <span className={classes.dot} data-health={health} aria-hidden />
    {health === 'ok' ? NOTHING_URGENT : HEALTH_LABELS[health]}
  </FilterChip>
)

export const BrandFilters = ({ query, counts }: Props) => {
  return (
    <Group>
      <TextAndTag label="Filter brands by name or tag" placeholder="Filter brands" w={220} />
      {HEALTHS.map((health) => {
        const count = counts?.[health] ?? 0
        return count === 0 && query.health !== health ? null : (
          <HealthChip key={health} health={health} count={count} isOn={query.health === health} />
        )
      })}
    </Group>
  )
}
