import { Checkbox, Group, MultiSelect } from '@mantine/core'
import type { AlertFilter, AlertScope } from '../../../src-shared/desk/alerts.ts'
import { useDesk } from '../../data/use-desk.ts'
import { BrandModes } from '../../parts/fields/brand-modes.tsx'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { ALL_BRANDS } from './alert-words.ts'
import css from './alerts.module.css'
import { NumberField } from './number-field.tsx'

type ScopeProps = { readonly scope: AlertScope; readonly onChange: (scope: AlertScope) => void }

const MODES = { all: 'all', tags: 'tags', brands: 'some' } as const
const STARTS: Readonly<Record<'all' | 'tags' | 'some', AlertScope>> = {
  all: { of: 'all' },
  tags: { of: 'tags', tags: [] },
  some: { of: 'brands', brandIds: [] },
}

/** The brands of a rule. */
export const ScopeFields = ({ scope, onChange }: ScopeProps) => (
  <BrandModes
    all={ALL_BRANDS}
    isByTag={scope.of === 'tags'}
    value={MODES[scope.of]}
    onChange={(mode) => onChange(STARTS[mode])}
  >
    {(tags) => (
      <>
        {scope.of === 'tags' ? (
          <MultiSelect
            w="100%"
            aria-label="Tags of the brands"
            description="Brands that get one of these tags later are covered, too."
            placeholder={scope.tags.length === 0 ? 'Choose tags' : ''}
            searchable
            data={[...new Set([...tags, ...scope.tags])]}
            value={scope.tags}
            onChange={(next) => onChange({ of: 'tags', tags: next })}
          />
        ) : null}
        {scope.of === 'brands' ? (
          <ChosenBrands
            description="Brands that are added later are not covered."
            isOpen={scope.brandIds.length === 0}
            brandIds={scope.brandIds}
            onChange={(brandIds) => onChange({ of: 'brands', brandIds })}
          />
        ) : null}
      </>
    )}
  </BrandModes>
)

const LEAST = [
  { label: 'Clicks a week, at least', field: 'minClicksAWeek', max: 1_000_000 },
  { label: 'Impressions a week, at least', field: 'minImpressionsAWeek', max: 100_000_000 },
] as const

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
        {LEAST.map(({ label, field, max }) => (
          <NumberField
            key={field}
            {...{ label, max }}
            min={0}
            hasDecimals
            value={filter[field]}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
