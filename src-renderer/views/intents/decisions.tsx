import { Button, Checkbox, Group, Paper, Stack } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import type { Intent, IntentKind, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { itemsLabel, KIND_LABELS } from '../../format/intent-labels.ts'
import { isolate } from '../../format/isolate.ts'
import { brandName } from '../../state/brands.ts'
import { NEXT_LABELS, nextStepOf, takeStep, useIsKeyBad } from '../../state/intent-fix.ts'
import { resolveIntent } from '../../state/intents.ts'
import { notify } from '../../state/notices.ts'

type Props = { readonly intent: IntentWithItems; readonly onNew?: ((intentId: string) => void) | undefined }

const indexesOf = (intent: IntentWithItems, state: 'failed' | 'unknown'): number[] =>
  intent.items.filter((item) => item.state === state).map((item) => item.item)

const retry = async (intent: Intent, items: number[], onNew: Props['onNew']) => {
  const reply = await resolveIntent({ id: intent.id, items, as: 'retry' })
  if (!reply.ok || reply.value.newIntentId === null) return
  notify({
    title: `${itemsLabel(intent.kind, items.length)} created again`,
    message: 'You can cancel it during its hold.',
  })
  onNew?.(reply.value.newIntentId)
}

/** Leads to where the cause is corrected: the articles that failed, in a draft, or the key of the brand. */
export const FixFailed = ({ intent }: Pick<Props, 'intent'>) => {
  const step = nextStepOf(intent, useIsKeyBad(intent.brandId))
  if (step !== 'fix' && (step !== 'key' || intent.state === 'ready')) return null
  return <Button onClick={() => void takeStep(step, intent)}>{NEXT_LABELS[step]}</Button>
}

/** Retries only the failed items, as a new intent. One whose cause is to be corrected first is retried by its draft. */
export const RetryFailed = ({ intent, onNew }: Props) => {
  const failed = indexesOf(intent, 'failed')
  const isFixed = nextStepOf(intent, useIsKeyBad(intent.brandId)) === 'fix' && intent.items.length === 1
  if (failed.length === 0 || isFixed || intent.state === 'held' || intent.state === 'in_flight') return null
  return (
    <Button
      variant="default"
      leftSection={<IconRotateClockwise size={14} />}
      onClick={() => void retry(intent, failed, onNew)}
    >
      {intent.items.length === 1 ? 'Retry' : `Retry failed only (${failed.length})`}
    </Button>
  )
}

const WHERE_TO_CHECK: Readonly<Partial<Record<IntentKind, string>>> = {
  discover: 'Check in the prospects whether discovery is running',
  findPeople: 'Check in the prospects whether these sites are being searched',
  unqueue: 'Check the outbox',
}
const isPaid = ({ kind }: Intent): boolean => kind === 'discover' || kind === 'findPeople'

/** The user decides an unknown outcome: the desk never sends it again by itself. */
export const DecideUnknown = ({ intent, onNew }: Props) => {
  const [isWarned, setWarned] = useState(false)
  const unknown = indexesOf(intent, 'unknown')
  if (unknown.length === 0) return null
  const many = itemsLabel(intent.kind, unknown.length)
  const verb = KIND_LABELS[intent.kind].toLowerCase()
  return (
    <Paper component="section" p="sm" bg="var(--bad-ground)" aria-label="Unknown outcome">
      <Stack gap="xs">
        <div>
          <strong>{many} may have been done.</strong>{' '}
          {WHERE_TO_CHECK[intent.kind] ?? `Check ${isolate(brandName(intent.brandId))}’s site`}, then decide.
        </div>
        <Group>
          <Button
            variant="default"
            onClick={() => void resolveIntent({ id: intent.id, items: unknown, as: 'confirmed' })}
          >
            It was done
          </Button>
          <Button variant="default" onClick={() => void resolveIntent({ id: intent.id, items: unknown, as: 'failed' })}>
            It was not done
          </Button>
        </Group>
        <Checkbox
          checked={isWarned}
          onChange={(event) => setWarned(event.currentTarget.checked)}
          label={
            isPaid(intent)
              ? 'I have checked. If it was sent, sending it again may be charged twice.'
              : `I have checked. If it was sent, sending it again may ${verb} it twice.`
          }
        />
        <Group>
          <Button color="red" disabled={!isWarned} onClick={() => void retry(intent, unknown, onNew)}>
            Send {many} again for {brandName(intent.brandId)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
