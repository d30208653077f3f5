import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { setParams } from '../../state/location.ts'
import classes from './portfolio.module.css'
import { HEALTH_WORDS, type PortfolioQuery, type PortfolioRow } from './portfolio-rows.ts'

const HEALTHS = ['attention', 'warning', 'empty', 'ok'] as const

type Props = { readonly query: PortfolioQuery; readonly rows: readonly PortfolioRow[] }

const HealthChip = ({ health, count, isOn }: { health: BrandOverview['health']; count: number; isOn: boolean }) => (
  <button
    type="button"
    className={classes.chip}
    aria-pressed={isOn}
    onClick={() => setParams({ health: isOn ? '' : health })}
  >
    <span className={classes.dot} data-health={health} aria-hidden />
    {HEALTH_WORDS[health]}
    <span className={classes.chipCount}>{count}</span>
  </button>
)

export const PortfolioFilters = ({ query, rows }: Props) => {
  const tags = [...new Set(rows.flatMap((row) => row.brand.tags))].sort()
  return (
    <div className={classes.filters}>
      <TextInput
        data-view-filter
        className={classes.text}
        placeholder="Filter brands"
        aria-label="Filter brands by name or tag"
        leftSection={<IconSearch size={14} />}
        value={query.text}
        onChange={(event) => setParams({ q: event.currentTarget.value })}
        rightSection={
          query.text === '' ? null : <CloseButton size="xs" aria-label="Clear" onClick={() => setParams({ q: '' })} />
        }
      />
      {tags.length === 0 ? null : (
        <Select
          className={classes.tag}
          placeholder="Any tag"
          aria-label="Tag"
          data={tags}
          value={query.tag}
          clearable
          searchable
          onChange={(tag) => setParams({ tag: tag ?? '' })}
        />
      )}
      {HEALTHS.map((health) => {
        const count = rows.filter((row) => row.overview.health === health).length
        return count === 0 && query.health !== health ? null : (
          <HealthChip key={health} health={health} count={count} isOn={query.health === health} />
        )
      })}
    </div>
  )
}
