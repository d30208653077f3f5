import { Button, ColorInput, PasswordInput, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { BRAND_COLOURS, brandColour } from '../../format/brand-look.ts'
import { isolate } from '../../format/isolate.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { addBrand, useBrands } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { runSync } from '../../state/sync.ts'
import classes from './brands.module.css'
import { SessionConsent, useKeychain } from './session-consent.tsx'

const useAddOne = (onDone: () => void) => {
  const count = useBrands((state) => state.list.length)
  const [fields, setFields] = useState({ name: '', key: '', colour: brandColour(count), tags: [] as string[] })
  const [sessionOnly, setSessionOnly] = useState(false)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const reply = await addBrand({ ...fields, key: fields.key.trim(), sessionOnly })
    setBusy(false)
    setError(reply.ok ? null : reply.error)
    if (!reply.ok) return
    onDone()
    notify({ title: `${isolate(reply.value.name)} added`, message: 'Its first sync has started.', tone: 'good' })
    void runSync({ brandIds: [reply.value.id] })
    go({ view: 'rankings', scope: reply.value.id })
  }
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }))
  return { fields, set, sessionOnly, setSessionOnly, error, isBusy, add }
}

/** One brand: its name, its key, its colour. */
export const AddOne = ({ onDone }: { readonly onDone: () => void }) => {
  const { fields, set, sessionOnly, setSessionOnly, error, isBusy, add } = useAddOne(onDone)
  const keychain = useKeychain()
  const needsConsent = keychain !== undefined && keychain.state !== 'ok' && !sessionOnly
  const canAdd = fields.name.trim() !== '' && fields.key.trim() !== '' && !needsConsent
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canAdd) void add()
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={80}
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <PasswordInput
        label="Key"
        description="Starts with sk_. Create it in the service under Settings → Integrations → API. The desk checks it, stores it and never shows it again."
        autoComplete="off"
        value={fields.key}
        onChange={(event) => set({ key: event.currentTarget.value })}
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
        <TagsInput label="Tags" placeholder="retail, eu" value={fields.tags} onChange={(tags) => set({ tags })} />
      </div>
      <SessionConsent isGiven={sessionOnly} onChange={setSessionOnly} />
      {error === null ? null : <ErrorNotice title="The brand was not added" error={error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={!canAdd}>
          {fields.name.trim() === '' ? 'Add brand' : `Add ${fields.name.trim()}`}
        </Button>
      </div>
    </form>
  )
}
