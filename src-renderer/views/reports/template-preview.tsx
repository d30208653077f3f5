import { Select } from '@mantine/core'
import { useState } from 'react'
import type { ReportTemplate } from '../../../src-shared/desk/reports.ts'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { editableOf } from '../../state/report-forms.ts'
import { ReportPreview } from './preview.tsx'
import css from './reports.module.css'

type Props = {
  readonly title: string
  readonly template: ReportTemplate
  /** Whose numbers; null: those of a brand that is chosen here. */
  readonly brandId: string | null
}

/** A whole report of one brand, as last month's will look. */
export const TemplatePreview = ({ title, template, brandId }: Props) => {
  const scope = useScope()
  const brands = byName(useBrands((state) => state.list))
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = brandId ?? chosen ?? (scope === 'all' ? (brands[0]?.id ?? '') : scope)
  const name = brands.find(({ id }) => id === shown)?.name ?? ''
  return (
    <Panel
      isFlush
      title={title}
      aside={
        brandId !== null ? null : (
          <Select
            w={240}
            aria-label="Preview with last month’s numbers of"
            searchable
            allowDeselect={false}
            limit={60}
            data={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
            value={shown}
            onChange={setChosen}
          />
        )
      }
    >
      <div className={css.wholePreview}>
        <ReportPreview
          title={`Report of ${name}`}
          input={shown === '' ? null : { brandId: shown, template: editableOf(template), period: 'last-month' }}
        />
      </div>
    </Panel>
  )
}
