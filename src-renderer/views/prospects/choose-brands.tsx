import { Modal, MultiSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '../../format/numbers.ts'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { openPaid } from '../../state/outreach.ts'

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const brands = useBrands((state) => state.list)
  const data = useMemo(() => byName(brands).map(({ id, name }) => ({ value: id, label: name })), [brands])
  const [chosen, setChosen] = useState<string[]>([])
  const price = () => {
    onClose()
    openPaid(
      'discover',
      chosen.map((brandId) => ({ brandId, sites: [] })),
    )
  }
  return (
    <DialogForm
      canSubmit={chosen.length > 0}
      submit={`Show the price${chosen.length > 1 ? ` for ${plural(chosen.length, 'brand')}` : ''}`}
      onSubmit={price}
      onCancel={onClose}
    >
      <MultiSelect
        data-autofocus
        label="For which brands?"
        placeholder={chosen.length === 0 ? 'Choose brands' : ''}
        searchable
        hidePickedOptions
        limit={50}
        data={data}
        value={chosen}
        onChange={setChosen}
      />
    </DialogForm>
  )
}

/** Asks for which brands to discover prospects, when all brands are in view. */
export const ChooseBrands = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Discover prospects" size={580}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)
