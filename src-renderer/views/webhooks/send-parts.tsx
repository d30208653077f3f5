import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowForwardUp, IconRotateClockwise } from '@tabler/icons-react'
import { errorText } from '../../format/errors.ts'
import { completeAddress } from '../../format/site.ts'
import { formatClock, formatUntil } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useSeconds } from '../../parts/use-now.ts'
import { notify } from '../../state/notices.ts'
import { replayDelivery } from '../../state/receiver.ts'
import { setPreference, usePreference } from '../../state/settings.ts'
import { SideHeading } from '../../table/side-panel.tsx'
import { type DeliveryDetail, forwardProblem } from './delivery-text.ts'
import css from './webhooks.module.css'

type Forward = DeliveryDetail['forwards'][number]

const isDone = ({ status }: Forward) => status !== null && status >= 200 && status < 300

const ForwardLine = ({ forward }: { readonly forward: Forward }) => {
  const nowMs = useSeconds()
  const { url, at, status, error, attempt, nextTryAt } = forward
  return (
    <li>
      <StateWord
        word={isDone(forward) ? `answered ${status}` : status === null ? 'no answer' : `answered ${status}`}
        tone={isDone(forward) ? 'good' : 'bad'}
      />{' '}
      {url} · {formatClock(at, nowMs)} · try {attempt}
      {error === null ? '' : ` · ${error}`}
      {nextTryAt === null ? '' : ` · retry ${formatUntil(nextTryAt, nowMs)}`}
    </li>
  )
}

const FORWARD_TO = 'webhooks.forward-to'

/** Forwards the stored delivery to another program, byte for byte, and shows each answer. */
export const ForwardSection = ({ delivery }: { readonly delivery: DeliveryDetail }) => {
  const lastUrl = usePreference(FORWARD_TO)
  const { isBusy, error, run } = useAction()
  const form = useForm({
    initialValues: { url: typeof lastUrl === 'string' ? lastUrl : '' },
    transformValues: ({ url }) => completeAddress(url),
    validate: { url: (url) => forwardProblem(completeAddress(url)) },
  })
  const send = (url: string) => {
    setPreference(FORWARD_TO, url)
    void run(replayDelivery({ id: delivery.id, forwardTo: url }))
  }
  return (
    <section>
      <SideHeading>Forward</SideHeading>
      <form onSubmit={form.onSubmit(send)}>
        <Group align="flex-start">
          <TextInput
            flex={1}
            miw={180}
            aria-label="Address to forward to"
            placeholder="http://127.0.0.1:3000/hook"
            {...form.getInputProps('url')}
          />
          <Button type="submit" variant="default" loading={isBusy} leftSection={<IconArrowForwardUp size={14} />}>
            Forward
          </Button>
        </Group>
      </form>
      <ErrorNotice error={error} title="The delivery was not forwarded" />
      {delivery.forwards.length === 0 ? null : (
        <ul className={`${css.forwards} lines`} aria-label="Forwards">
          {delivery.forwards.map((forward) => (
            <ForwardLine key={`${forward.at} ${forward.url} ${forward.attempt}`} forward={forward} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Applies the delivery again; the same article on the same day changes nothing. */
export const ReplayButton = ({ delivery }: { readonly delivery: DeliveryDetail }) => {
  const { isBusy, run } = useAction()
  const replay = async () => {
    const reply = await run(replayDelivery({ id: delivery.id }))
    if (!reply.ok)
      return notify({ title: 'The delivery was not replayed', message: errorText(reply.error), tone: 'warning' })
    notify(
      reply.value.applied
        ? { title: 'Replayed', message: 'Calendar updated.', tone: 'good' }
        : { title: 'Nothing to apply', message: 'This delivery changes nothing on this desk.' },
    )
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconRotateClockwise size={14} />}
      onClick={() => void replay()}
    >
      Replay here
    </Button>
  )
}
