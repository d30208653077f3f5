import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { formatBytes } from '../../format/numbers.ts'
import { formatInstant } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { go } from '../../state/location.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { DELIVERY_LABELS, type DeliveryDetail, prettyBody } from './delivery-text.ts'
import { ForwardSection, ReplayButton } from './send-parts.tsx'
import css from './webhooks.module.css'

const Body = ({ body }: { readonly body: string }) => {
  const pretty = prettyBody(body)
  const [look, setLook] = useState<'pretty' | 'raw'>('pretty')
  const isPretty = pretty !== null && look === 'pretty'
  return (
    <section>
      <div className={css.between}>
        <SideHeading>Body</SideHeading>
        <div className={css.bar}>
          {pretty === null ? null : (
            <SegmentedControl
              aria-label="Body format"
              data={[
                { value: 'pretty', label: 'Pretty' },
                { value: 'raw', label: 'Raw' },
              ]}
              value={look}
              onChange={(next) => setLook(next === 'raw' ? 'raw' : 'pretty')}
            />
          )}
          <CopyButton text={body} label="Copy" said="Body copied" name="Copy the body" />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.code} tabIndex={0} aria-label="Body of the delivery">
        {isPretty ? pretty : body === '' ? '(empty)' : body}
      </section>
    </section>
  )
}

const Detail = ({ delivery }: { readonly delivery: DeliveryDetail }) => (
  <>
    <div className={css.bar}>
      <ReplayButton delivery={delivery} />
      <CopyButton text={delivery.curl} label="Copy as curl" said="curl command copied, without the secret" />
      {delivery.intentId === null ? null : (
        <Button variant="default" onClick={() => go({ view: 'intents', params: { open: delivery.intentId ?? '' } })}>
          View the publish
        </Button>
      )}
    </div>
    {delivery.reason === null ? null : <div className={css.warn}>{delivery.reason}</div>}
    <Body body={delivery.body} />
    <ForwardSection delivery={delivery} />
    <section>
      <SideHeading>Request</SideHeading>
      <dl className={css.headers}>
        <dt>POST</dt>
        <dd>{delivery.path}</dd>
        {delivery.headers.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat, and never change
          <Header key={index} name={name} value={value} />
        ))}
      </dl>
    </section>
  </>
)

const Header = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

type Props = { readonly id: string; readonly onClose: () => void }

/** One delivery as it came, what it did here, and ways to send it on. All of its text is inert. */
export const DeliveryPanel = ({ id, onClose }: Props) => {
  const { value, error, reload } = useDesk('webhooks.delivery', { id })
  const delivery = value?.id === id ? value : undefined
  return (
    <SidePanel
      title={delivery === undefined ? 'Delivery' : (delivery.title ?? delivery.slug ?? delivery.event ?? 'Delivery')}
      note={
        delivery === undefined ? null : (
          <>
            <BrandBadge brandId={delivery.brandId} /> · <StateWord {...DELIVERY_LABELS[delivery.status]} />{' '}
            {formatInstant(delivery.receivedAt)} · {formatBytes(delivery.bytes)}
          </>
        )
      }
      onClose={onClose}
    >
      {error === undefined ? null : (
        <ErrorNotice error={error} title="This delivery could not be read" onRetry={reload} />
      )}
      {delivery === undefined ? null : <Detail delivery={delivery} />}
    </SidePanel>
  )
}
