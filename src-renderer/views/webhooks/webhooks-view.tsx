import { Button, SegmentedControl, Stack } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Page } from '../../parts/panel.tsx'
import { useBrands } from '../../state/brands.ts'
import { setParams, useParams, useScope } from '../../state/location.ts'
import pageCss from '../../table/table-page.module.css'
import { AddressesSection } from './addresses-section.tsx'
import { Inbox } from './inbox.tsx'
import { ReceiverSection } from './receiver-section.tsx'
import { ReceiverFault, ReceiverState } from './receiver-state.tsx'
import { RefusedRequests } from './refused-requests.tsx'
import { SendSample } from './send-sample.tsx'

const SECTIONS = [
  { value: 'inbox', label: 'Inbox' },
  { value: 'addresses', label: 'Addresses and secrets' },
  { value: 'settings', label: 'Receiver' },
] as const
type Section = (typeof SECTIONS)[number]['value']

const sectionOf = (text: string | undefined): Section => SECTIONS.find(({ value }) => value === text)?.value ?? 'inbox'
const show = (section: Section) => setParams({ section: section === 'inbox' ? '' : section, open: '' })

const Sections = ({ current }: { readonly current: Section }) => (
  <SegmentedControl
    aria-label="Sections of Webhooks"
    data={[...SECTIONS]}
    value={current}
    onChange={(next) => show(sectionOf(next))}
  />
)

/** Deliveries, the address and secret of each brand, and the settings of the receiver. */
export const WebhooksView = () => {
  const { section } = useParams()
  const current = sectionOf(section)
  const { value: status, error, reload } = useDesk('webhooks.status', {})
  const first = useBrands((state) => state.list[0]?.id)
  const scope = useScope()
  const [isSampling, setSampling] = useState(false)
  const brandId = scope === 'all' ? first : scope
  useCommands('Webhooks', [
    { id: 'webhooks.inbox', title: 'Webhooks: inbox', run: () => show('inbox') },
    {
      id: 'webhooks.addresses',
      title: 'Webhooks: addresses and secrets',
      keys: ['shift+s'],
      run: () => show('addresses'),
    },
    { id: 'webhooks.settings', title: 'Webhooks: receiver', run: () => show('settings') },
    { id: 'webhooks.sample', title: 'Send a sample delivery', keys: ['s'], run: () => setSampling(true) },
  ])
  const sample =
    isSampling && brandId !== undefined ? <SendSample brandId={brandId} onClose={() => setSampling(false)} /> : null
  const actions = (
    <>
      <Sections current={current} />
      <Button
        variant="default"
        disabled={brandId === undefined}
        leftSection={<IconTestPipe size={14} />}
        onClick={() => setSampling(true)}
      >
        Send a sample
      </Button>
    </>
  )
  const failure =
    error === undefined ? null : (
      <ErrorNotice error={error} title="The receiver’s state could not be read" onRetry={reload} />
    )
  if (current === 'inbox')
    return (
      <>
        <Inbox
          url={status?.brands.find((one) => one.brandId === brandId)?.url}
          note={<ReceiverState status={status} />}
          actions={actions}
          refusals={status === undefined ? null : <RefusedRequests status={status} />}
          faults={
            <div className={pageCss.notices}>
              {failure}
              <ReceiverFault status={status} />
            </div>
          }
        />
        {sample}
      </>
    )
  return (
    <Page note={<ReceiverState status={status} />} actions={actions}>
      {failure}
      <ReceiverFault status={status} />
      {status === undefined ? null : (
        <Stack gap="md" maw={1080}>
          {current === 'addresses' ? <AddressesSection status={status} /> : <ReceiverSection status={status} />}
        </Stack>
      )}
      {sample}
    </Page>
  )
}
