import { Button, Group } from '@mantine/core'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { INTENT_LABELS } from '../../format/intent-labels.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { go } from '../../state/location.ts'
import { closePaid } from '../../state/outreach.ts'
import { nextStepOf, resultLabel } from './paid-labels.ts'
import type { PaidKind } from './price-labels.ts'

const NextSteps = ({ intent }: { readonly intent: IntentWithItems }) => {
  const step = nextStepOf(intent)
  const leave = (to: Parameters<typeof go>[0]) => {
    closePaid()
    go(to)
  }
  return (
    <Group gap="6px 8px" mt={6}>
      {step === null ? null : (
        <Button variant="default" size="compact-xs" onClick={() => leave({ scope: intent.brandId, ...step.place })}>
          {step.label}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => leave({ view: 'intents', params: { open: intent.id } })}
      >
        View details
      </Button>
    </Group>
  )
}

/** The result of a paid action: its state, the service's own text, and the next step. */
export const PaidResult = ({ intentId, act }: { readonly intentId: string; readonly act: PaidKind }) => {
  const intent = useDesk('intents.get', { id: intentId }).value
  if (intent === undefined) return null
  return (
    <Group gap={10} align="flex-start" wrap="nowrap" role="status">
      <StateWord {...INTENT_LABELS[intent.state]} />
      <div>
        {resultLabel(act, intent)}
        <NextSteps intent={intent} />
      </div>
    </Group>
  )
}
