import { CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { TagSelect } from '../../parts/tag-select.tsx'
import { setParams } from '../../state/location.ts'
import classes from './portfolio.module.css'
import { HEALTH_LABELS, type PortfolioQuery, type PortfolioRow } from './portfolio-rows.ts'

const HEALTHS = ['attention', 'warning', 'empty', 'ok'] as const

type Props = { readonly query: PortfolioQuery; readonly rows: readonly PortfolioRow[] }

const HealthChip = ({ health, count, isOn }: { health: BrandOverview['health']; count: number; isOn: boolean }) => (
  <FilterChip isOn={isOn} onToggle={() => setParams({ health: isOn ? '' : health })} count={count}>
    <span className={classes.dot} data-health={health} aria-hidden />
    {HEALTH_LABELS[health]}
  </FilterChip>
)

export const PortfolioFilters = ({ query, rows }: Props) => {
  return (
    <Group>
      <TextInput
        data-view-filter
        w={220}
        placeholder="Filter brands"
        aria-label="Filter brands by name or tag"
        leftSection={<IconSearch size={14} />}
        value={query.text}
        onChange={(event) => setParams({ q: event.currentTarget.value })}
        rightSection={
          query.text === '' ? null : <CloseButton size="xs" aria-label="Clear" onClick={() => setParams({ q: '' })} />
        }
      />
      <TagSelect value={query.tag ?? ''} onChange={(tag) => setParams({ tag })} />
      {HEALTHS.map((health) => {
        const count = rows.filter((row) => row.overview.health === health).length
        return count === 0 && query.health !== health ? null : (
          <HealthChip key={health} health={health} count={count} isOn={query.health === health} />
        )
      })}
    </Group>
  )
}
