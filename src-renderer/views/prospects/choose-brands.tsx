import { Button, Modal, MultiSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '../../format/numbers.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { openPaid } from '../../state/outreach.ts'
import css from './prospects.module.css'

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
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) price()
      }}
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
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={chosen.length === 0}>
          Show the price{chosen.length > 1 ? ` for ${plural(chosen.length, 'brand')}` : ''}
        </Button>
      </div>
    </form>
  )
}

/** Over all brands, discovery has to be told for which; one brand in view is meant by itself. */
export const ChooseBrands = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Discover prospects" size={580}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)
