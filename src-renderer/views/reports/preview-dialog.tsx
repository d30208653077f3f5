import { Modal, Select } from '@mantine/core'
import { useState } from 'react'
import type { ReportTemplateToSave } from '../../../src-shared/desk/reports.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { ReportPreview } from './preview.tsx'

type Props = { readonly template: ReportTemplateToSave; readonly onClose: () => void }

/** A template, saved or not, with the numbers of a brand. */
export const PreviewDialog = ({ template, onClose }: Props) => {
  const scope = useScope()
  const brands = byName(useBrands((state) => state.list))
  const [chosen, setChosen] = useState(scope === 'all' ? (brands[0]?.id ?? '') : scope)
  const name = brands.find(({ id }) => id === chosen)?.name ?? ''
  return (
    <Modal opened onClose={onClose} title="Preview with last month’s numbers" size={900}>
      <Select
        w={280}
        mb="sm"
        label="Brand"
        searchable
        allowDeselect={false}
        limit={60}
        data={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
        value={chosen}
        onChange={(next) => setChosen(next ?? chosen)}
      />
      <ReportPreview
        title={`Report of ${name}`}
        input={chosen === '' ? null : { brandId: chosen, template, period: 'last-month' }}
      />
    </Modal>
  )
}
