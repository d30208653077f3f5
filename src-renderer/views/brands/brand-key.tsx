import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { keptIn, keyAddedLabel, keyLabel, keyStateLabel } from '../../format/brand-sign.ts'
import { isolate } from '../../format/isolate.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'
import { checkBrand, replaceKey } from '../../state/brands.ts'
import { notify } from '../../state/notices.ts'
import { runSync } from '../../state/sync.ts'
import { editBrand, openDialog } from '../../state/ui.ts'
import { DialogSection } from './dialog-section.tsx'
import { useSessionConsent } from './session-consent.tsx'

type Props = {
  readonly brand: Brand
  /** A new key was asked for: its field has the focus at first. */
  readonly isAsked: boolean
}

const confirmAddress = () => {
  editBrand(null)
  openDialog('confirm-address')
}

const CheckKey = ({ brand, checking }: { readonly brand: Brand; readonly checking: ReturnType<typeof useAction> }) => {
  if (brand.keyState === 'unconfirmed')
    return (
      <Button variant="default" onClick={confirmAddress}>
        Confirm address
      </Button>
    )
  const check = async () => {
    const reply = await checking.run(checkBrand(brand.id))
    if (reply.ok) notify({ title: `${isolate(brand.name)}: ${keyStateLabel(reply.value.keyState).toLowerCase()}` })
  }
  return (
    <Button variant="default" loading={checking.isBusy} onClick={() => void check()}>
      Check key
    </Button>
  )
}

type NewKeyProps = Props & { readonly replacing: ReturnType<typeof useAction> }

const NewKey = ({ brand, isAsked, replacing }: NewKeyProps) => {
  const [typed, setTyped] = useState('')
  const consent = useSessionConsent()
  const key = typed.trim()
  const replace = async () => {
    const reply = await replacing.run(replaceKey({ brandId: brand.id, key, sessionOnly: consent.isGiven }))
    if (!reply.ok) return
    setTyped('')
    notify({ title: `${isolate(brand.name)} has a new key`, message: 'A sync has started.', tone: 'good' })
    void runSync({ brandIds: [brand.id] })
  }
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        void replace()
      }}
    >
      <Group align="flex-end" wrap="nowrap">
        <PasswordInput
          flex={1}
          label="New key"
          data-autofocus={isAsked || undefined}
          placeholder="sk_…"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={replacing.isBusy} disabled={key === '' || consent.isMissing}>
          Replace
        </Button>
      </Group>
      {typed === '' ? null : consent.field}
    </Stack>
  )
}

/** The state of a brand's key, where it is kept, and a new one in its place. The key itself is never shown. */
export const BrandKey = ({ brand, isAsked }: Props) => {
  const checking = useAction()
  const replacing = useAction()
  const nowMs = useNow()
  const error = checking.error ?? replacing.error
  const facts = [keyLabel(brand), keptIn(brand.keyIn)]
  if (brand.keyAge !== null) facts.push(keyAddedLabel(brand.keyAge, nowMs))
  return (
    <DialogSection title="Key" note={facts.join(' · ')} action={<CheckKey brand={brand} checking={checking} />}>
      {brand.demo ? null : <NewKey brand={brand} isAsked={isAsked} replacing={replacing} />}
      <ErrorNotice error={error} />
    </DialogSection>
  )
}
