import { Checkbox, Group, MultiSelect, Select } from '@mantine/core'
import type { AlertFilter, AlertScope } from '../../../src-shared/desk/alerts.ts'
import { useDesk } from '../../data/use-desk.ts'
import { BrandModes } from '../../parts/fields/brand-modes.tsx'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import css from './alerts.module.css'
import { NumberField } from './number-field.tsx'

type ScopeProps = { readonly scope: AlertScope; readonly onChange: (scope: AlertScope) => void }

const MODES = { all: 'all', tag: 'tags', brands: 'some' } as const

/** The brands of a rule. */
export const ScopeFields = ({ scope, onChange }: ScopeProps) => (
  <BrandModes
    isByTag={scope.of === 'tag'}
    value={MODES[scope.of]}
    onChange={(mode, [tag = '']) =>
      onChange(mode === 'tags' ? { of: 'tag', tag } : mode === 'some' ? { of: 'brands', brandIds: [] } : { of: 'all' })
    }
  >
    {(tags) => (
      <>
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
