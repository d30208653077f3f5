import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatWhole } from '../../format/numbers.ts'
import { setParams } from '../../state/location.ts'
import { configureReceiver } from '../../state/receiver.ts'
import type { ReceiverStatus } from './delivery-text.ts'
import css from './webhooks.module.css'

type Props = { readonly status: ReceiverStatus | undefined }

const refusedCount = (status: ReceiverStatus) => Object.values(status.refused).reduce((sum, count) => sum + count, 0)

/** Whether the receiver listens and where, in one line. */
export const ReceiverState = ({ status }: Props) => {
  if (status === undefined) return null
  const refused = refusedCount(status)
  const words = status.listening
    ? `Listening on ${status.address}:${status.port}`
    : status.enabled
      ? 'Not listening'
      : 'Switched off'
  return (
    <span className={css.status} role="status">
      <span className={css.dot} data-on={status.listening} aria-hidden /> {words} · {formatWhole(status.received)}{' '}
      received
      {refused === 0 ? '' : ` · ${formatWhole(refused)} rejected`}
    </span>
  )
}

/** A taken port, say: what is wrong, and the fix. Nothing is tried in silence. */
export const ReceiverFault = ({ status }: Props) => {
  const [isBusy, setBusy] = useState(false)
  if (status === undefined || status.listening || (status.enabled && status.error === null)) return null
  const act = async (input: Parameters<typeof configureReceiver>[0]) => {
    setBusy(true)
    await configureReceiver(input)
    setBusy(false)
  }
  return (
    <div className={css.fault} role="alert">
      <div>
        <strong>{status.enabled ? 'The receiver cannot receive webhooks.' : 'The receiver is switched off.'}</strong>{' '}
        {status.error ?? 'No deliveries arrive. You can still read earlier ones.'}
        {status.enabled
          ? ` End the program that holds port ${status.port} and try again, or choose another port and tell your senders.`
          : ''}
      </div>
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => void act(status.enabled ? { port: status.port } : { enabled: true })}
      >
        {status.enabled ? 'Try again' : 'Switch on'}
      </Button>
      {status.enabled ? (
        <Button variant="default" onClick={() => setParams({ section: 'settings', open: '' })}>
          Choose a port
        </Button>
      ) : null}
    </div>
  )
}
