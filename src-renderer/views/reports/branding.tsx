import { Button, Select, Stack, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { setParams, setScope, useParams, useScope } from '../../state/location.ts'
import { BrandingForm } from './branding-form.tsx'
import css from './reports.module.css'

/** How reports look: the agency's own look, and what a brand has of its own. */
export const BrandingSection = () => {
  const scope = useScope()
  const { brand } = useParams()
  const brands = useBrands((state) => state.list)
  const { value, error, reload } = useDesk('reports.branding', {})
  const known = brands.some(({ id }) => id === brand)
  const brandId = scope === 'all' ? (known && brand !== undefined ? brand : null) : scope
  const failed = <ErrorNotice error={error} title="The branding could not be read" onRetry={reload} />
  if (value === undefined) return failed
  const { agency, brands: own } = value
  const form = (
    <BrandingForm
      key={brandId ?? ''}
      agency={agency}
      brandId={brandId}
      own={own.find((one) => one.brandId === brandId)}
    />
  )
  if (scope !== 'all')
    return (
      <Stack gap="md" maw={1280}>
        {failed}
        <Panel
          title="Branding of this brand’s reports"
          aside={
            <Button variant="default" onClick={() => setScope('all')}>
              Agency branding
            </Button>
          }
        >
          <Text c="dimmed" mb="md">
            Empty fields use the agency’s values.
          </Text>
          {form}
        </Panel>
      </Stack>
    )
  return (
    <Stack gap="md" maw={1280}>
      {failed}
      <Columns side="left">
        <Panel title="Whose branding">
          <ul className={css.list} aria-label="Branding">
            <li>
              <button
                type="button"
                className={css.item}
                aria-current={brandId === null ? 'true' : undefined}
                onClick={() => setParams({ brand: '' })}
              >
                <span>Agency</span>
              </button>
            </li>
            {own.map((one) => (
              <li key={one.brandId}>
                <button
                  type="button"
                  className={css.item}
                  aria-current={brandId === one.brandId ? 'true' : undefined}
                  onClick={() => setParams({ brand: one.brandId })}
                >
                  <BrandBadge brandId={one.brandId} />
                </button>
              </li>
            ))}
          </ul>
          <Select
            mt="sm"
            label="A brand with its own branding"
            placeholder="Choose a brand"
            searchable
            limit={60}
            data={byName(brands).map(({ id, name }) => ({ value: id, label: name }))}
            value={brandId}
            onChange={(next) => setParams({ brand: next ?? '' })}
          />
        </Panel>
        <Panel title={brandId === null ? 'Agency' : <BrandBadge brandId={brandId} />}>
          <Text c="dimmed" mb="md">
            {brandId === null
              ? 'On the reports of all brands, unless a brand has its own.'
              : 'Empty fields use the agency’s values.'}
          </Text>
          {form}
        </Panel>
      </Columns>
    </Stack>
  )
}
