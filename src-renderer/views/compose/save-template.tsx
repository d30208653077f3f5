import { Modal, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { useAction } from '../../parts/use-action.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { onlyBrand, useCompose } from '../../state/compose/compose.ts'
import { docName, saveAsTemplate } from '../../state/compose/docs.ts'

const SHARED = 'shared'

type OwnerProps = { readonly value: string | null; readonly onChange: (brandId: string | null) => void }

/** The owner of a template: one brand, or all brands. */
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

/** Saves the message of the draft as a template with a name. */
export const SaveTemplate = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useForm<{ name: string; brandId: string | null }>({
    initialValues: { name: docName(useCompose.getState()), brandId: onlyBrand(useCompose.getState().people) },
  })
  const { error, isBusy, run } = useAction()
  const save = async () => {
    const reply = await run(saveAsTemplate(form.values.name, form.values.brandId))
    if (reply.ok) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Save as a template" size={420}>
      <DialogForm
        canSubmit={form.values.name.trim() !== ''}
        isBusy={isBusy}
        submit="Save template"
        onSubmit={() => void save()}
        onCancel={onClose}
      >
        <TextInput label="Name" data-autofocus maxLength={120} {...form.getInputProps('name')} />
        <OwnerSelect value={form.values.brandId} onChange={(brandId) => form.setFieldValue('brandId', brandId)} />
        <ErrorNotice error={error} title="The template was not saved" />
      </DialogForm>
    </Modal>
  )
}
