import { Button, Modal, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { onlyBrand, useCompose } from '../../state/compose.ts'
import { docName, saveAsTemplate } from '../../state/compose-docs.ts'
import css from './compose.module.css'

const SHARED = 'shared'

type OwnerProps = { readonly value: string | null; readonly onChange: (brandId: string | null) => void }

/** Whose a template is: one brand's, or shared by all. */
export const OwnerSelect = ({ value, onChange }: OwnerProps) => {
  const brands = useBrands((state) => state.list)
  return (
    <Select
      label="Belongs to"
      searchable
      allowDeselect={false}
      limit={60}
      data={[
        { value: SHARED, label: 'All brands (shared)' },
        ...byName(brands).map((brand) => ({ value: brand.id, label: brand.name })),
      ]}
      value={value ?? SHARED}
      onChange={(next) => onChange(next === null || next === SHARED ? null : next)}
    />
  )
}

/** The words of the draft, kept under a name to be used again. */
export const SaveTemplate = ({ onClose }: { readonly onClose: () => void }) => {
  const [name, setName] = useState(() => docName(useCompose.getState()))
  const [brandId, setBrandId] = useState<string | null>(() => onlyBrand(useCompose.getState().people))
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const save = async () => {
    const reply = await saveAsTemplate(name, brandId)
    if (reply.ok) onClose()
    else setError(reply.error)
  }
  return (
    <Modal opened onClose={onClose} title="Save as a template" size={420}>
      <form
        className={css.csv}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save()
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <OwnerSelect value={brandId} onChange={setBrandId} />
        {error === null ? null : <ErrorNotice error={error} title="The template was not saved" />}
        <div className={css.formEnd}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Save template
          </Button>
        </div>
      </form>
    </Modal>
  )
}
