import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { keptIn, keyWords } from '../../format/brand-sign.ts'
import { isolate } from '../../format/isolate.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { checkBrand, replaceKey } from '../../state/brands.ts'
import { notify } from '../../state/notices.ts'
import { runSync } from '../../state/sync.ts'
import { editBrand, openDialog } from '../../state/ui.ts'
import classes from './brands.module.css'
import { SessionConsent, useKeychain } from './session-consent.tsx'

const useKey = (brand: Brand) => {
  const [key, setKey] = useState('')
  const [sessionOnly, setSessionOnly] = useState(false)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [busy, setBusy] = useState<'check' | 'replace' | null>(null)
  const replace = async () => {
    setBusy('replace')
    const reply = await replaceKey({ brandId: brand.id, key: key.trim(), sessionOnly })
    setBusy(null)
    setError(reply.ok ? null : reply.error)
    if (!reply.ok) return
    setKey('')
    notify({ title: `${isolate(brand.name)} has a new key`, message: 'A sync has started.', tone: 'good' })
    void runSync({ brandIds: [brand.id] })
  }
  const check = async () => {
    setBusy('check')
    const reply = await checkBrand(brand.id)
    setBusy(null)
    setError(reply.ok ? null : reply.error)
    if (reply.ok) notify({ title: `${isolate(brand.name)}: ${keyWords(reply.value.keyState).toLowerCase()}` })
  }
  return { key, setKey, sessionOnly, setSessionOnly, error, busy, replace, check }
}

/** The state of a brand's key, where it is kept, and a new one in its place. The key itself is never shown. */
export const BrandKey = ({ brand }: { readonly brand: Brand }) => {
  const { key, setKey, sessionOnly, setSessionOnly, error, busy, replace, check } = useKey(brand)
  const keychain = useKeychain()
  const needsConsent = keychain !== undefined && keychain.state !== 'ok' && !sessionOnly
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <div>
          <h3 className={classes.sectionTitle}>Key</h3>
          <p className={classes.note}>
            {keyWords(brand.keyState)} · {keptIn(brand.keyIn)}
          </p>
        </div>
        {brand.keyState === 'unconfirmed' ? (
          <Button
            variant="default"
            onClick={() => {
              editBrand(null)
              openDialog('confirm-address')
            }}
          >
            Confirm address
          </Button>
        ) : (
          <Button variant="default" loading={busy === 'check'} onClick={() => void check()}>
            Check key
          </Button>
        )}
      </div>
      {brand.demo ? (
        <p className={classes.note}>A demo brand needs no key.</p>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void replace()
          }}
        >
          <div className={classes.address}>
            <PasswordInput
              className={classes.grow}
              label="New key"
              placeholder="sk_…"
              autoComplete="off"
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy === 'replace'} disabled={key.trim() === '' || needsConsent}>
              Replace
            </Button>
          </div>
          {key === '' ? null : <SessionConsent isGiven={sessionOnly} onChange={setSessionOnly} />}
        </form>
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </section>
  )
}
