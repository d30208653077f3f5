import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { formatBytes } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { go } from '../../state/location.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { DELIVERY_LABELS, type DeliveryDetail, deliveryTitle, prettyBody } from './delivery-text.ts'
import { ForwardSection, ReplayButton } from './send-parts.tsx'
import css from './webhooks.module.css'

const Body = ({ body }: { readonly body: string }) => {
  const pretty = prettyBody(body)
  const [format, setFormat] = useState('pretty')
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <SideHeading>Body</SideHeading>
        <Group>
          {pretty === null ? null : (
            <SegmentedControl
              aria-label="Body format"
              data={[
                { value: 'pretty', label: 'Pretty' },
                { value: 'raw', label: 'Raw' },
              ]}
              value={format}
              onChange={setFormat}
            />
          )}
          <CopyButton text={body} label="Copy" said="Body copied" name="Copy the body" />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.code} tabIndex={0} aria-label="Body of the delivery">
        {(format === 'pretty' && pretty) || body || '(empty)'}
      </section>
    </section>
  )
}

const Detail = ({ delivery }: { readonly delivery: DeliveryDetail }) => (
  <>
    <Group>
      <ReplayButton delivery={delivery} />
      <CopyButton text={delivery.curl} label="Copy as curl" said="curl command copied, without the secret" />
      {delivery.intentId === null ? null : (
        <Button variant="default" onClick={() => go({ view: 'activity', params: { open: delivery.intentId ?? '' } })}>
          View the publish
        </Button>
      )}
    </Group>
    {delivery.reason !== null ? (
      <Notice tone="warn">{delivery.reason}</Notice>
    ) : delivery.status === 'unknown-event' ? (
      <span className="soft">{DELIVERY_LABELS['unknown-event'].about}</span>
    ) : null}
    <Body body={delivery.body} />
    <ForwardSection delivery={delivery} />
    <section>
      <SideHeading>Request</SideHeading>
      <Facts
        rows={[
          delivery.slug === null ? null : ['Slug', <code key="slug">{delivery.slug}</code>],
          ['POST', <code key="path">{delivery.path}</code>],
          ...delivery.headers.map(([name, value]) => [name, <code key={name}>{value}</code>] as const),
        ]}
      />
    </section>
  </>
)

type Props = { readonly id: string; readonly onClose: () => void }

/** One delivery as received, its effect on this desk, and ways to forward it. Its text is never markup. */
export const DeliveryPanel = ({ id, onClose }: Props) => {
  const { value, error, reload } = useDesk('webhooks.delivery', { id })
  const delivery = value?.id === id ? value : undefined
  return (
    <SidePanel
      title={delivery === undefined ? 'Delivery' : deliveryTitle(delivery)}
      note={
        delivery === undefined ? null : (
          <>
            <BrandBadge brandId={delivery.brandId} /> · <StateWord {...DELIVERY_LABELS[delivery.status]} />{' '}
            <Text span inherit className={css.received}>
              {formatMoment(delivery.receivedAt)} · {formatBytes(delivery.bytes)}
            </Text>
          </>
        )
      }
      onClose={onClose}
    >
      <ErrorNotice error={error} title="This delivery could not be read" onRetry={reload} />
      {delivery === undefined ? null : <Detail delivery={delivery} />}
    </SidePanel>
  )
}
