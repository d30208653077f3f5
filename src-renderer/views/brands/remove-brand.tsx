import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { isolate } from '../../format/isolate.ts'
import { Name } from '../../parts/name.tsx'
import { removeBrand } from '../../state/brands.ts'
import { setScope, useLocation } from '../../state/location.ts'
import { notify, notifyError } from '../../state/notices.ts'
import classes from './brands.module.css'
import { RemovalList } from './removal-list.tsx'

type Props = { readonly brand: Brand; readonly onDone: () => void }

/** Cannot be taken back, so the name has to be typed. */
export const RemoveBrand = ({ brand, onDone }: Props) => {
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const reply = await removeBrand(brand.id)
    setBusy(false)
    if (!reply.ok) return notifyError(`${isolate(brand.name)} was not removed`, reply.error)
    if (useLocation.getState().scope === brand.id) setScope('all')
    const { failed } = reply.value.exports
    const left = failed.map(({ fileName }) => fileName).join(', ')
    notify({
      title: `${isolate(brand.name)} removed`,
      message: `The desk deleted its key, rows and exports from this computer.${left === '' ? '' : ` Not changed: ${left}.`}`,
    })
    onDone()
  }
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <div>
          <h3 className={classes.sectionTitle}>Remove</h3>
          <p className={classes.note}>
            Deletes the key, all rows and all exports of this brand from this computer. Nothing changes in the service.
          </p>
        </div>
        {isAsked ? null : (
          <Button variant="default" onClick={() => setAsked(true)}>
            Remove …
          </Button>
        )}
      </div>
      {isAsked ? <RemovalList brandId={brand.id} /> : null}
      {isAsked ? (
        <form
          className={classes.address}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() === brand.name) void remove()
          }}
        >
          <TextInput
            className={classes.grow}
            label={`Type “${isolate(brand.name)}” to remove it`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" color="red" loading={isBusy} disabled={typed.trim() !== brand.name}>
            Remove <Name>{brand.name}</Name>
          </Button>
        </form>
      ) : null}
    </section>
  )
}
