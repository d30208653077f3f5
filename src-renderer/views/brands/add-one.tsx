import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isolate } from '../../format/isolate.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { addBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { useServiceAddress } from '../../state/profile.ts'
import { runSync } from '../../state/sync.ts'
import { BrandFields } from './brand-fields.tsx'
import { useSessionConsent } from './session-consent.tsx'

/** One brand: its name, its key, its colour. */
export const AddOne = ({ onDone }: { readonly onDone: () => void }) => {
  const form = useForm({ initialValues: { name: '', key: '', colour: '', tags: [] as string[] } })
  const consent = useSessionConsent()
  const address = useServiceAddress() || 'not set'
  const { error, isBusy, run } = useAction()
  const name = form.values.name.trim()
  const key = form.values.key.trim()
  const canAdd = name !== '' && key !== '' && !consent.isMissing
  const add = async () => {
    if (!canAdd) return
    const reply = await run(
      addBrand({ ...form.values, colour: form.values.colour || undefined, key, sessionOnly: consent.isGiven }),
    )
    if (!reply.ok) return
    onDone()
    notify({ title: `${isolate(reply.value.name)} added`, message: 'Its first sync has started.', tone: 'good' })
    void runSync({ brandIds: [reply.value.id] })
    go({ view: 'rankings', scope: reply.value.id })
  }
  return (
    <form onSubmit={form.onSubmit(() => void add())}>
      <Stack>
        <BrandFields inputProps={form.getInputProps}>
          <PasswordInput
            label="Key"
            description="Starts with sk_. Create it in the service under Settings → Integrations → API. The desk checks it, stores it and never shows it again."
            autoComplete="off"
            {...form.getInputProps('key')}
          />
        </BrandFields>
        {consent.field}
        <ErrorNotice title={`The brand was not added (service address: ${address})`} error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!canAdd}>
            {name === '' ? 'Add brand' : `Add ${name}`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
