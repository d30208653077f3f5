import { Modal } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../format/numbers.ts'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { openPaid } from '../../state/outreach.ts'

const Form = ({ onClose }: { readonly onClose: () => void }) => {
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
      <ChosenBrands data-autofocus label="For which brands?" brandIds={chosen} onChange={setChosen} />
    </DialogForm>
  )
}

/** Asks for which brands to discover prospects, when all brands are in view. */
export const ChooseBrands = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Discover prospects" size={580}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)
