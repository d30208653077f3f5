import { Button, Group, Modal, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { setPinned, updateBrand, useBrand } from '../../state/brands.ts'
import { orNotify } from '../../state/notices.ts'
import { setApproval, useTeam } from '../../state/team.ts'
import { editBrand, useUi } from '../../state/ui.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { BrandFields } from './brand-fields.tsx'
import { BrandKey } from './brand-key.tsx'
import { RemoveBrand } from './remove-brand.tsx'

/** In a team: whether a sender has to approve what is queued for this brand. An admin decides. */
const BrandApproval = ({ brandId }: { readonly brandId: string }) => {
  const team = useTeam()
  const rules = useDesk('team.people', team === null ? null : {}).value
  if (team === null || rules === undefined) return null
  return (
    <Switch
      label="Actions of writers wait for approval"
      description={
        team.role === 'admin' ? 'A sender approves them in Activity.' : 'Only an admin of the team changes this.'
      }
      disabled={team.role !== 'admin'}
      checked={rules.needsApproval.includes(brandId)}
      onChange={(event) =>
        void orNotify('The approval was not changed', setApproval(brandId, event.currentTarget.checked))
      }
    />
  )
}

const close = () => editBrand(null)

const Look = ({ brand, isFocused }: { readonly brand: Brand; readonly isFocused: boolean }) => {
  const form = useForm({
    initialValues: { name: brand.name, colour: brand.colour, tags: [...brand.tags] },
    transformValues: ({ name, ...look }) => ({ ...look, name: name.trim() }),
  })
  const { name, colour } = form.getTransformedValues()
  const isValid = name !== '' && /^#[0-9a-fA-F]{6}$/.test(colour)
  const save = async (look: Pick<Brand, 'name' | 'colour'> & { tags: string[] }) => {
    if (!isValid) return
    const reply = await orNotify(`${isolate(brand.name)} was not changed`, updateBrand({ brandId: brand.id, ...look }))
    if (!reply.ok) return
    close()
    const before = { name: brand.name, colour: brand.colour, tags: [...brand.tags] }
    notifyWithUndo(`${isolate(reply.value.name)} saved`, () => void updateBrand({ brandId: brand.id, ...before }))
  }
  return (
    <form onSubmit={form.onSubmit((look) => void save(look))}>
      <Stack>
        <BrandFields inputProps={form.getInputProps} isFocused={isFocused} />
        <Switch
          label="Pinned at the top of the rail"
          checked={brand.pinned}
          onChange={(event) => void setPinned(brand.id, event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button type="submit" disabled={!isValid}>
            Save <Name>{name}</Name>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Body = ({ brand }: { readonly brand: Brand }) => {
  const part = useUi((state) => state.editingPart)
  return (
    <Stack>
      <Look brand={brand} isFocused={part === 'look'} />
      <BrandApproval brandId={brand.id} />
      <BrandKey brand={brand} isAsked={part === 'key'} />
      <RemoveBrand brand={brand} isAskedAtOnce={part === 'removal'} onDone={close} />
    </Stack>
  )
}

/** Everything that is kept about a brand: its look, its key, its removal. */
export const EditBrand = () => {
  const brandId = useUi((state) => state.editing)
  const brand = useBrand(brandId ?? '')
  return (
    <Modal
      opened={brand !== undefined}
      onClose={close}
      size={560}
      title={
        brand === undefined ? null : (
          <Group component="span" fw={600}>
            <BrandMark name={brand.name} colour={brand.colour} />
            <Name>{brand.name}</Name>
          </Group>
        )
      }
    >
      {brand === undefined ? null : <Body key={brand.id} brand={brand} />}
    </Modal>
  )
}
