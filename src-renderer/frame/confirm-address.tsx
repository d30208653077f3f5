import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { AddressCheck } from '../../src-shared/desk/service.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { BrandBadge } from '../parts/brand-badge.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { AddressFound } from '../parts/fields/address-field.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { UiDialog } from '../parts/ui-dialog.tsx'
import { useAction } from '../parts/use-action.ts'
import { brandName, useBrands } from '../state/brands.ts'
import { go } from '../state/location.ts'
import { checkAddress, confirmAddress, unconfirmed, useServiceAddress } from '../state/profile.ts'
import { closeDialog } from '../state/ui.ts'
import { withoutName } from '../views/sync/sync-rows.ts'
import classes from './confirm-address.module.css'

type Result = CallOutput<'service.confirmAddress'>['results'][number]

const useConfirming = (brands: readonly Brand[]) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<readonly Result[]>([])
  const { error, isBusy, run } = useAction()
  const chosen = brands.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const choose = (brandId: string, isChosen: boolean) =>
    setLeft((before) => {
      const after = new Set(before)
      if (isChosen) after.delete(brandId)
      else after.add(brandId)
      return after
    })
  const confirm = async (host: string) => {
    const reply = await run(confirmAddress({ host, brandIds: chosen }))
    if (reply.ok) setResults(reply.value.results)
  }
  return { chosen, choose, results, error, isBusy, confirm }
}

/** What answers there, asked without a key; null while it is not known. */
const useCheck = (address: string): AddressCheck | null => {
  const [check, setCheck] = useState<AddressCheck | null>(null)
  useEffect(() => {
    let isCurrent = true
    void checkAddress(address).then((reply) => isCurrent && reply.ok && setCheck(reply.value))
    return () => {
      isCurrent = false
    }
  }, [address])
  return check
}

const reasonOf = ({ brandId, error }: Result): string =>
  error?.detail?.serviceText ?? withoutName(error?.message ?? '', brandName(brandId))

const ResultRow = ({ result }: { readonly result: Result }) => (
  <li className={classes.row}>
    <BrandBadge brandId={result.brandId} />
    <span className={result.ok ? 'good' : 'bad'}>
      {result.ok ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}{' '}
      {result.ok ? 'Confirmed' : reasonOf(result)}
    </span>
  </li>
)

const Results = ({ results }: { readonly results: readonly Result[] }) => {
  const failed = results.filter(({ ok }) => !ok).length
  return (
    <Stack>
      <p role="status">
        {results.length - failed} confirmed, {failed} not confirmed.
        {failed === 0 ? '' : ' The desk sends no other request for a brand that is not confirmed.'}
      </p>
      <Box component="ul" className="box lines" mah={240} aria-label="Results">
        {results.map((result) => (
          <ResultRow key={result.brandId} result={result} />
        ))}
      </Box>
      <Group justify="flex-end">
        <Button onClick={closeDialog}>Done</Button>
      </Group>
    </Stack>
  )
}

const Question = ({ address, brands }: { readonly address: string; readonly brands: readonly Brand[] }) => {
  const url = new URL(address)
  const { chosen, choose, results, error, isBusy, confirm } = useConfirming(brands)
  const [typed, setTyped] = useState('')
  const check = useCheck(address)
  if (results.length > 0) return <Results results={results} />
  const isReady = typed.trim().toLowerCase() === url.host && chosen.length > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void confirm(typed)
      }}
    >
      <Stack>
        <p>
          The service address is now <strong>{url.origin}</strong>. The keys of these brands are not confirmed for it,
          so nothing is sent for them. Confirm it only if it is the service.
        </p>
        {check === null ? null : <AddressFound check={check} />}
        <Box component="ul" className="box lines" mah={240} aria-label="Waiting brands">
          {brands.map(({ id, name, keyOrigin }) => (
            <li key={id} className={classes.row}>
              <Checkbox
                aria-label={`Confirm for ${isolate(name)}`}
                checked={chosen.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <BrandBadge brandId={id} />
              <span className="soft">
                {keyOrigin === null || keyOrigin === url.origin ? 'not confirmed yet' : `confirmed for ${keyOrigin}`}
              </span>
            </li>
          ))}
        </Box>
        <TextField
          label={`Type “${url.host}” to confirm it`}
          description="The desk sends each key there once to check it."
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={setTyped}
        />
        <ErrorNotice title="Nothing was confirmed" error={error} />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              closeDialog()
              go({ view: 'settings', params: { section: 'service' } })
            }}
          >
            Change the address
          </Button>
          <Button type="submit" disabled={!isReady} loading={isBusy}>
            Confirm for {plural(chosen.length, 'brand')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Body = () => {
  const address = useServiceAddress()
  // As it was when the dialog opened: a brand that was confirmed keeps its row.
  const [brands] = useState(() => unconfirmed(useBrands.getState().list))
  return URL.canParse(address) ? <Question address={address} brands={brands} /> : null
}

/** Keys go to a changed service address only after its host was typed here. */
export const ConfirmAddress = () => (
  <UiDialog name="confirm-address" title="Confirm the service address" size={620}>
    <Body />
  </UiDialog>
)
