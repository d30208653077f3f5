import { Button, ColorInput, Modal, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { BRAND_COLOURS } from '../../format/brand-look.ts'
import { isolate } from '../../format/isolate.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { setPinned, updateBrand, useBrand } from '../../state/brands.ts'
import { notifyError } from '../../state/notices.ts'
import { editBrand, useUi } from '../../state/ui.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { BrandKey } from './brand-key.tsx'
import classes from './brands.module.css'
import { RemoveBrand } from './remove-brand.tsx'

const close = () => editBrand(null)

const Look = ({ brand }: { readonly brand: Brand }) => {
  const [fields, setFields] = useState({ name: brand.name, colour: brand.colour, tags: [...brand.tags] })
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }))
  const isValid = fields.name.trim() !== '' && /^#[0-9a-fA-F]{6}$/.test(fields.colour)
  const save = async () => {
    const reply = await updateBrand({ brandId: brand.id, ...fields, name: fields.name.trim() })
    if (!reply.ok) return notifyError(`${isolate(brand.name)} was not changed`, reply.error)
    close()
    const { name, colour, tags } = brand
    notifyWithUndo(
      `${isolate(reply.value.name)} saved`,
      () => void updateBrand({ brandId: brand.id, name, colour, tags }),
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) void save()
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={80}
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.two}>
        <ColorInput
          label="Colour"
          format="hex"
          swatches={[...BRAND_COLOURS]}
          swatchesPerRow={6}
          value={fields.colour}
          onChange={(colour) => set({ colour })}
        />
        <TagsInput label="Tags" value={fields.tags} onChange={(tags) => set({ tags })} />
      </div>
      <Switch
        label="Pinned at the top of the rail"
        checked={brand.pinned}
        onChange={(event) => void setPinned(brand.id, event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button type="submit" disabled={!isValid}>
          Save <Name>{fields.name.trim()}</Name>
        </Button>
      </div>
    </form>
  )
}

const Body = ({ brand }: { readonly brand: Brand }) => (
  <div className={classes.form}>
    <Look brand={brand} />
    <BrandKey brand={brand} />
    <RemoveBrand brand={brand} onDone={close} />
  </div>
)

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
          <span className={classes.title}>
            <BrandMark name={brand.name} colour={brand.colour} />
            <Name>{brand.name}</Name>
          </span>
        )
      }
    >
      {brand === undefined ? null : <Body key={brand.id} brand={brand} />}
    </Modal>
  )
}
