import { Button, Select, Stack, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { setParams, setScope, useParams, useScope } from '../../state/location.ts'
import { BrandingForm } from './branding-form.tsx'
import css from './reports.module.css'
import { TemplatePreview } from './template-preview.tsx'

type WhoseProps = { readonly own: readonly string[]; readonly brandId: string | null }

/** The agency, the brands that have a branding of their own, and any other brand. */
const Whose = ({ own, brandId }: WhoseProps) => {
  const brands = useBrands((state) => state.list)
  return (
    <Panel title="Branding of">
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
        {own.map((id) => (
          <li key={id}>
            <button
              type="button"
              className={css.item}
              aria-current={brandId === id ? 'true' : undefined}
              onClick={() => setParams({ brand: id })}
            >
              <BrandBadge brandId={id} />
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
  )
}

/** How reports look: the agency's own look, and what a brand has of its own. */
export const BrandingSection = () => {
  const scope = useScope()
  const { brand } = useParams()
  const brands = useBrands((state) => state.list)
  const { value, error, reload } = useDesk('reports.branding', {})
  const template = useDesk('reports.templates', {}).value?.templates[0]
  const isKnown = brands.some(({ id }) => id === brand)
  const brandId = scope === 'all' ? (isKnown && brand !== undefined ? brand : null) : scope
  const name = brands.find(({ id }) => id === brandId)?.name ?? ''
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
  const isAll = scope === 'all'
  return (
    <Stack gap="md" maw={1280}>
      {failed}
      <Columns side="left">
        <Stack gap="md">
          {isAll ? <Whose own={own.map((one) => one.brandId)} brandId={brandId} /> : null}
          <Panel
            title={
              brandId === null ? 'Agency' : isAll ? <BrandBadge brandId={brandId} /> : `Branding of ${isolate(name)}`
            }
            aside={
              isAll ? null : (
                <Button variant="default" onClick={() => setScope('all')}>
                  Agency branding
                </Button>
              )
            }
          >
            <Text size="xs" c="dimmed" mb="md">
              {brandId === null
                ? 'On the reports of all brands, unless a brand has its own.'
                : 'Empty fields use the agency’s values.'}
            </Text>
            {form}
          </Panel>
        </Stack>
        {template === undefined ? null : (
          <TemplatePreview key={brandId ?? ''} title="Preview" template={template} brandId={brandId} />
        )}
      </Columns>
    </Stack>
  )
}
