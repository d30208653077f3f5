import { ActionIcon, Button, Group, Menu, Switch, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { PROVIDER_NAMES, PROVIDERS } from '../../../src-shared/service/providers.ts'
import { errorText } from '../../format/errors.ts'
import { plural } from '../../format/numbers.ts'
import { formatAgo, formatClock } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { FilterInput } from '../../parts/fields/filter-input.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { copyText, notify } from '../../state/notices.ts'
import { checkReachable, configureReceiver, rotateSecret, setReportingProviders } from '../../state/receiver.ts'
import { pathOf } from '../../table/links.ts'
import { useKeychain } from '../brands/session-consent.tsx'
import type { ReceiverStatus } from './delivery-text.ts'
import { type Rotated, RotateSecret } from './rotate-secret.tsx'
import { SendSample } from './send-sample.tsx'
import css from './webhooks.module.css'

type Rotating = { readonly brandId: string; readonly rotated: Rotated | null }
type Address = ReceiverStatus['brands'][number]

const check = async (brand: Brand) => {
  const reply = await checkReachable({ brandId: brand.id })
  if (!reply.ok)
    return notify({ title: `${brand.name}: not reachable`, message: errorText(reply.error), tone: 'warning' })
  const { reachable, message } = reply.value
  notify({
    title: `${brand.name}: ${reachable ? 'reachable' : 'not reachable'}`,
    message,
    tone: reachable ? 'good' : 'warning',
  })
}

const Secret = ({ address }: { readonly address: Address }) => {
  const nowMs = useNow()
  if (!address.hasSecret) return <StateWord word="none yet" tone="warn" />
  return (
    <Group gap={6} wrap="nowrap">
      <StateWord word="set" tone="good" />
      {address.previousAcceptedUntil === null ? null : (
        // One line, as the row of every other brand.
        <Text c="dimmed" size="xs" truncate title="The previous secret is still accepted">
          previous until {formatClock(address.previousAcceptedUntil, nowMs)}
        </Text>
      )}
    </Group>
  )
}

const Last = ({ at }: { readonly at: string | null }) => {
  const nowMs = useNow()
  return at === null ? <span className="soft">never</span> : formatAgo(at, nowMs)
}

/** Which platforms of the brand report each publish here. */
const Reporting = ({ brand, chosen }: { readonly brand: Brand; readonly chosen: Address['providers'] }) => {
  const named = chosen.length === 0 ? 'None' : chosen.map((provider) => PROVIDER_NAMES[provider]).join(', ')
  return (
    <Menu position="bottom-start" width={210} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          maw={150}
          title={named}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          aria-label={`${named}: platforms that report for ${brand.name}`}
        >
          <span className="truncate">{named}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PROVIDERS.map((provider) => {
          const isChosen = chosen.includes(provider)
          const providers = isChosen ? chosen.filter((one) => one !== provider) : [...chosen, provider]
          return (
            <Menu.CheckboxItem
              key={provider}
              checked={isChosen}
              checkIcon={<IconCheck size={14} aria-hidden />}
              onChange={() => void setReportingProviders({ brandId: brand.id, providers })}
            >
              {PROVIDER_NAMES[provider]}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

type RowProps = {
  readonly brand: Brand
  readonly address: Address
  readonly muted: readonly string[]
  readonly onRotate: () => void
  readonly onSample: () => void
}

const rowOf = ({ brand, address, muted, onRotate, onSample }: RowProps) => {
  const secretAction = address.hasSecret ? 'Rotate …' : 'Create a secret …'
  return [
    <div key="brand" className={css.brand}>
      <BrandBadge brandId={brand.id} />
      <code className="truncate" title={address.url}>
        {pathOf(address.url)}
      </code>
    </div>,
    <Secret key="secret" address={address} />,
    <Last key="last" at={address.lastDeliveryAt} />,
    <Reporting key="reporting" brand={brand} chosen={address.providers} />,
    <Switch
      key="notify"
      aria-label={`Notify of deliveries for ${brand.name}`}
      checked={!muted.includes(brand.id)}
      onChange={(event) =>
        void configureReceiver({
          mutedBrandIds: event.currentTarget.checked ? muted.filter((id) => id !== brand.id) : [...muted, brand.id],
        })
      }
    />,
    <Group key="actions" gap={6} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={24}
        title="Copy the address"
        aria-label={`Copy the address of ${brand.name}`}
        onClick={() => copyText(address.url, 'Address copied')}
      >
        <IconCopy size={13} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="compact-xs" onClick={() => void check(brand)} aria-label={`Check ${brand.name}`}>
        Check
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        disabled={!address.hasSecret}
        onClick={onSample}
        aria-label={`Send a sample for ${brand.name}`}
      >
        Sample
      </Button>
      <Button variant="default" size="compact-xs" onClick={onRotate} aria-label={`${secretAction} for ${brand.name}`}>
        {secretAction}
      </Button>
    </Group>,
  ]
}

const SHOWN_MAX = 50
const HEAD = [
  'Brand and address',
  'Secret',
  'Last delivery',
  <span
    key="reporting"
    title="Platforms that send a webhook after each publish. Only their articles are confirmed by a delivery."
  >
    Confirmed platforms
  </span>,
  'Notify',
  <VisuallyHidden key="actions">Actions</VisuallyHidden>,
]

/** Each brand's own address and secret. */
export const AddressesSection = ({ status }: { readonly status: ReceiverStatus }) => {
  const brands = useBrands((state) => state.list)
  const scope = useScope()
  const [text, setText] = useState('')
  const [rotating, setRotating] = useState<Rotating | null>(null)
  const keychain = useKeychain()
  const [sampling, setSampling] = useState<string | null>(null)
  const inScope = brands.filter((brand) => scope === 'all' || brand.id === scope)
  const found = fuzzyFilter(text, inScope, (brand) => brand.name)
  const byBrand = new Map(status.brands.map((address) => [address.brandId, address]))
  const rotatingBrand = brands.find((brand) => brand.id === rotating?.brandId)
  const rotate = async (brandId: string) => {
    const isAtOnce = byBrand.get(brandId)?.lastDeliveryAt === null && keychain?.state === 'ok'
    const reply = isAtOnce ? await rotateSecret({ brandId }) : null
    setRotating({ brandId, rotated: reply?.ok === true ? reply.value : null })
  }
  const rows = found.slice(0, SHOWN_MAX).flatMap((brand) => {
    const address = byBrand.get(brand.id)
    return address === undefined
      ? []
      : [
          rowOf({
            brand,
            address,
            muted: status.mutedBrandIds,
            onRotate: () => void rotate(brand.id),
            onSample: () => setSampling(brand.id),
          }),
        ]
  })
  return (
    <Panel
      isFlush
      title="Addresses and secrets"
      aside={<FilterInput label="Find a brand’s address" placeholder="Find a brand" value={text} onChange={setText} />}
    >
      <Table fz="sm" aria-label="Webhook addresses" data={{ head: HEAD, body: rows }} />
      {found.length > SHOWN_MAX ? (
        <Text c="dimmed" p="sm">
          {plural(found.length - SHOWN_MAX, 'more brand')}: find it by name above.
        </Text>
      ) : null}
      {rotating === null || rotatingBrand === undefined ? null : (
        <RotateSecret
          brand={rotatingBrand}
          rotated={rotating.rotated}
          hasSecret={byBrand.get(rotatingBrand.id)?.hasSecret === true}
          isUnused={byBrand.get(rotatingBrand.id)?.lastDeliveryAt === null}
          overlapHours={status.overlapHours}
          onClose={() => setRotating(null)}
        />
      )}
      {sampling === null ? null : <SendSample brandId={sampling} onClose={() => setSampling(null)} />}
    </Panel>
  )
}
