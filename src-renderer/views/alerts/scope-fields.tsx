import { Checkbox, Group, Input, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { AlertFilter, AlertScope } from '../../../src-shared/desk/alerts.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { useBrands } from '../../state/brands.ts'
import css from './alerts.module.css'
import { NumberField } from './number-field.tsx'

const MODES = [
  { value: 'all', label: 'All brands' },
  { value: 'tag', label: 'By tag' },
  { value: 'brands', label: 'Choose' },
] as const satisfies readonly { value: AlertScope['of']; label: string }[]

type ScopeProps = { readonly scope: AlertScope; readonly onChange: (scope: AlertScope) => void }

/** All brands, those with a tag, or chosen ones. */
export const ScopeFields = ({ scope, onChange }: ScopeProps) => {
  const id = useId()
  const list = useBrands((state) => state.list)
  const tags = useMemo(() => [...new Set(list.flatMap((brand) => brand.tags))].sort(), [list])
  const choose = (mode: string) =>
    onChange(
      mode === 'tag'
        ? { of: 'tag', tag: tags[0] ?? '' }
        : mode === 'brands'
          ? { of: 'brands', brandIds: [] }
          : { of: 'all' },
    )
  return (
    <Stack gap={8} align="flex-start">
      <div>
        <Input.Label labelElement="div" display="block" size="xs" mb={4} id={id}>
          Brands
        </Input.Label>
        <SegmentedControl
          aria-labelledby={id}
          data={MODES.filter(({ value }) => value !== 'tag' || tags.length > 0 || scope.of === 'tag')}
          value={scope.of}
          onChange={choose}
        />
      </div>
      {scope.of === 'tag' ? (
        <Select
          w="100%"
          aria-label="Tag of the brands"
          searchable
          allowDeselect={false}
          data={[...new Set([...tags, scope.tag])].filter((tag) => tag !== '')}
          value={scope.tag === '' ? null : scope.tag}
          onChange={(tag) => tag !== null && onChange({ of: 'tag', tag })}
        />
      ) : null}
      {scope.of === 'brands' ? (
        <ChosenBrands brandIds={scope.brandIds} onChange={(brandIds) => onChange({ of: 'brands', brandIds })} />
      ) : null}
    </Stack>
  )
}

type FilterProps = { readonly filter: AlertFilter; readonly onChange: (filter: AlertFilter) => void }

/** Which keywords a rule is about. */
export const FilterFields = ({ filter, onChange }: FilterProps) => {
  const { value } = useDesk('rankings.tags', {})
  const tags = [...new Set([...(value?.tags ?? []).map(({ tag }) => tag), ...filter.tags])]
  const change = (next: Partial<AlertFilter>) => onChange({ ...filter, ...next })
  return (
    <fieldset className={css.keywords}>
      <legend>Keywords</legend>
      <Group gap="lg">
        <Checkbox
          label="Starred only"
          checked={filter.starred}
          onChange={(event) => change({ starred: event.currentTarget.checked })}
        />
        <Checkbox
          label="Tracked only"
          checked={filter.tracked}
          onChange={(event) => change({ tracked: event.currentTarget.checked })}
        />
      </Group>
      {tags.length === 0 ? null : (
        <MultiSelect
          label="With one of these tags"
          placeholder={filter.tags.length === 0 ? 'Any keyword' : ''}
          searchable
          data={tags}
          value={filter.tags}
          onChange={(next) => change({ tags: next })}
        />
      )}
      <div className={css.fields}>
        <NumberField
          label="Clicks a week, at least"
          min={0}
          max={1_000_000}
          hasDecimals
          value={filter.minClicksAWeek}
          onChange={(minClicksAWeek) => change({ minClicksAWeek })}
        />
        <NumberField
          label="Impressions a week, at least"
          min={0}
          max={100_000_000}
          hasDecimals
          value={filter.minImpressionsAWeek}
          onChange={(minImpressionsAWeek) => change({ minImpressionsAWeek })}
        />
      </div>
    </fieldset>
  )
}
