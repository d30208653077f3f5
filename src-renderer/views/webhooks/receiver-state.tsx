import { Button } from '@mantine/core'
import { useState } from 'react'
import { foreignHolders } from '../../../src-shared/desk/values/port-holders.ts'
import { formatWhole } from '../../format/numbers.ts'
import { Notice } from '../../parts/notice.tsx'
import { setParams, useScope } from '../../state/location.ts'
import { configureReceiver } from '../../state/receiver.ts'
import { type ReceiverStatus, refusedSum } from './delivery-text.ts'

type Props = { readonly status: ReceiverStatus | undefined }

/** Whether the receiver listens and where, in one line; what it counts is of all brands. */
export const ReceiverState = ({ status }: Props) => {
  const ofAll = useScope() === 'all' ? '' : ' for all brands'
  if (status === undefined) return null
  const refused = refusedSum(status.refused)
  const words = status.listening
    ? `Listening on ${status.address}:${status.port}`
    : status.enabled
      ? 'Not listening'
      : 'Switched off'
  return (
    <span className="soft" role="status">
      <span className={status.listening ? 'good' : 'bad'} aria-hidden>
        ●
      </span>{' '}
      {words} · {formatWhole(status.received)} received
      {refused === null ? '' : ` · ${refused}`}
      {ofAll}
    </span>
  )
}

/** What other programs at the port can be sent instead of the desk. */
const OtherHolders = ({ others, advice }: { readonly others: string; readonly advice: string }) =>
  others === '' ? null : (
    <div>
      {others} {advice}
    </div>
  )

/** Why the receiver does not listen, for example a taken port, and the fix; or another program that listens beside it. */
export const ReceiverFault = ({ status }: Props) => {
  const [isBusy, setBusy] = useState(false)
  if (status === undefined) return null
  const others = foreignHolders(status.port, status.holders)
  if (status.listening)
    return others === '' ? null : (
      <Notice tone="warn" role="alert">
        <OtherHolders
          others={others}
          advice={`A tunnel or sender that uses the name localhost may reach it instead of this desk, and send it a secret. Let them use ${status.address}.`}
        />
      </Notice>
    )
  if (status.enabled && status.error === null) return null
  const restart = async () => {
    setBusy(true)
    await configureReceiver(status.enabled ? { port: status.port } : { enabled: true })
    setBusy(false)
  }
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          <Button variant="default" loading={isBusy} onClick={() => void restart()}>
            {status.enabled ? 'Try again' : 'Switch on'}
          </Button>
          {status.enabled ? (
            <Button variant="default" onClick={() => setParams({ section: 'settings', open: '' })}>
              Choose a port
            </Button>
          ) : null}
        </>
      }
    >
      <strong>{status.enabled ? 'The receiver cannot receive webhooks.' : 'The receiver is switched off.'}</strong>{' '}
      {status.error ?? 'No deliveries arrive. You can still read earlier ones.'}
      <OtherHolders
        others={others}
        advice="Senders may have sent it deliveries with their secrets. If it is not yours, end it, set the overlap of secrets to 0 hours, and create new secrets."
      />
    </Notice>
  )
}
