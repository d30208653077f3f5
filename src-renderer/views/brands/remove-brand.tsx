import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { isolate } from '../../format/isolate.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Name } from '../../parts/name.tsx'
import { useAction } from '../../parts/use-action.ts'
import { removeBrand } from '../../state/brands.ts'
import { setScope, useLocation } from '../../state/location.ts'
import { notify, notifyError } from '../../state/notices.ts'
import { DialogSection } from './dialog-section.tsx'
import { RemovalList } from './removal-list.tsx'

type Props = {
  readonly brand: Brand
  /** The removal was asked for before the dialog opened. */
  readonly isAskedAtOnce: boolean
  readonly onDone: () => void
}

/** Cannot be undone, so the person types the name. */
export const RemoveBrand = ({ brand, isAskedAtOnce, onDone }: Props) => {
  const [isAsked, setAsked] = useState(isAskedAtOnce)
  const [typed, setTyped] = useState('')
  const { isBusy, run } = useAction()
  const remove = async () => {
    const reply = await run(removeBrand(brand.id))
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
    <DialogSection
      title="Remove"
      note="Deletes the key, all rows and all exports of this brand from this computer. Nothing changes in the service."
      action={
        isAsked ? null : (
          <Button variant="default" onClick={() => setAsked(true)}>
            Remove …
          </Button>
        )
      }
    >
      {isAsked ? <RemovalList brandId={brand.id} /> : null}
      {isAsked ? (
        <Group
          component="form"
          align="flex-end"
          wrap="nowrap"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() === brand.name) void remove()
          }}
        >
          <TextField
            flex={1}
            label={`Type “${isolate(brand.name)}” to remove it`}
            data-autofocus={isAskedAtOnce || undefined}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" color="red" loading={isBusy} disabled={typed.trim() !== brand.name}>
            Remove <Name>{brand.name}</Name>
          </Button>
        </Group>
      ) : null}
    </DialogSection>
  )
}
