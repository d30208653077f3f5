import { Button, Code, Select, Table, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { holderLabel } from '../../../src-shared/desk/values/port-holders.ts'
import { formatWhole } from '../../format/numbers.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { configureReceiver } from '../../state/receiver.ts'
import { NumberSetting, Setting, SwitchSetting } from '../settings/setting.tsx'
import { hostsOf, isRefusedOnly, REFUSAL_LABELS, type ReceiverStatus, type Refusal } from './delivery-text.ts'
import css from './webhooks.module.css'

type Props = { readonly status: ReceiverStatus }

const ADDRESSES = [
  { value: '127.0.0.1', label: '127.0.0.1: this machine only' },
  { value: '::1', label: '::1: this machine only' },
  { value: '0.0.0.0', label: '0.0.0.0: anyone on the network' },
] as const

const Hosts = ({ hosts }: { readonly hosts: readonly string[] }) => {
  const [text, setText] = useState(hosts.join('\n'))
  const kept = hosts.join('\n')
  useEffect(() => setText(kept), [kept])
  const next = hostsOf(text)
  const isChanged = next.join('\n') !== kept
  return (
    <>
      <Textarea
        w={260}
        autosize
        minRows={1}
        maxRows={6}
        aria-label="Allowed host names"
        placeholder="hooks.example.com"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" disabled={!isChanged} onClick={() => void configureReceiver({ allowedHosts: next })}>
        Save
      </Button>
    </>
  )
}

/** Who has the port now. */
const holderNote = ({ holders }: ReceiverStatus): string => {
  const named = [...new Set(holders.map(holderLabel))].join(' and ')
  return `Used by ${named === '' ? 'no program' : named}.`
}

const ReceiverSettings = ({ status }: Props) => (
  <Panel title="Receiver">
    <SwitchSetting
      title="Receive webhooks"
      note="When off, the port is closed and no deliveries arrive."
      checked={status.enabled}
      onChange={(enabled) => void configureReceiver({ enabled })}
    />
    <NumberSetting
      title="Port"
      note={`The desk never switches to another port. If the port is taken, this page says so. ${holderNote(status)}`}
      label="Port of the receiver"
      value={status.port}
      min={1}
      max={65_535}
      save={(port) => void configureReceiver({ port })}
    />
    <Setting title="Address" note="Every address requires the secret.">
      <Select
        w={260}
        aria-label="Address of the receiver"
        allowDeselect={false}
        data={[...ADDRESSES]}
        value={status.address}
        onChange={(value) => {
          const address = ADDRESSES.find((each) => each.value === value)?.value
          if (address !== undefined) void configureReceiver({ address })
        }}
      />
    </Setting>
    <Setting title="Allowed host names" note="Host names of your tunnel or proxy, one per line. Others are rejected.">
      <Hosts hosts={status.allowedHosts} />
    </Setting>
    <NumberSetting
      title="Keep deliveries for"
      note="Older deliveries are removed; events in charts stay."
      label="Days deliveries are kept"
      value={status.retentionDays}
      min={1}
      max={3650}
      suffix=" days"
      save={(retentionDays) => void configureReceiver({ retentionDays })}
    />
    <NumberSetting
      title="Overlap of secrets"
      note="How long the old secret is accepted after a rotation."
      label="Hours the old secret is accepted"
      value={status.overlapHours}
      min={0}
      max={720}
      suffix=" h"
      save={(overlapHours) => void configureReceiver({ overlapHours })}
    />
  </Panel>
)

const Refusals = ({ status }: Props) => {
  const nowMs = useNow()
  const refusals = status.refusals.filter(({ reason }) => isRefusedOnly(reason))
  const counts = Object.entries(status.refused).filter(([reason, count]) => isRefusedOnly(reason) && count > 0) as [
    Refusal,
    number,
  ][] // keys of the contract
  return (
    <Panel isFlush={counts.length > 0} title="Refused requests">
      {counts.length === 0 ? (
        <Text c="dimmed">No refused requests yet. This table counts them by reason, with the fix.</Text>
      ) : (
        <Table
          fz="sm"
          tabularNums
          aria-label="Refused requests by reason"
          data={{
            head: ['Reason', 'What to do', 'Count'],
            body: [
              ...counts.map(([reason, count]) => [
                REFUSAL_LABELS[reason].title,
                REFUSAL_LABELS[reason].fix,
                formatWhole(count),
              ]),
              ...refusals.slice(0, 10).map(({ at, reason, from, brandId }) => [
                <span key="at" title={formatInstant(at)}>
                  {formatAgo(at, nowMs)}
                </span>,
                `${REFUSAL_LABELS[reason].title} · from ${from}`,
                brandId === null ? null : <BrandBadge key="brand" brandId={brandId} />,
              ]),
            ],
          }}
        />
      )}
    </Panel>
  )
}

type Step = { readonly code: string; readonly said: string; readonly name: string }

const Command = ({ code, said, name }: Step) => (
  <>
    <Code block my={6}>
      {code}
    </Code>
    <CopyButton text={code} label="Copy" said={said} name={name} />
  </>
)

const Tunnel = ({ status }: Props) => {
  const ssh = `ssh -N -R 127.0.0.1:${status.port}:127.0.0.1:${status.port} you@your-server.example`
  const proxy = `hooks.your-agency.example {\n  reverse_proxy 127.0.0.1:${status.port} {\n    header_up Host 127.0.0.1:${status.port}\n    header_up -Origin\n  }\n}`
  return (
    <Panel title="Reach it from outside">
      <ol className={css.steps}>
        <li>
          The receiver listens on this machine only. Run a reverse tunnel from a server with a public name. Keep it
          running while you want deliveries:
          <Command code={ssh} said="Command copied" name="Copy the tunnel command" />
        </li>
        <li>
          On that server, a proxy with a certificate (here: Caddy) forwards requests to the tunnel:
          <Command code={proxy} said="Recipe copied" name="Copy the proxy recipe" />
        </li>
        <li>
          Without the line that sets <code>Host</code>, add the public name to “Allowed host names” above. Other names
          are rejected with 403.
        </li>
        <li>
          Give the sender <code>https://hooks.your-agency.example/hooks/…</code> with the brand’s path, and its secret.
          Allow only POST, on <code>/hooks</code> alone.
        </li>
      </ol>
    </Panel>
  )
}

/** How the receiver is set up, what it refused, and how to reach it from outside. */
export const ReceiverSection = ({ status }: Props) => (
  <>
    <ReceiverSettings status={status} />
    <Refusals status={status} />
    <Tunnel status={status} />
  </>
)
