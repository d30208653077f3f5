import { Button } from '@mantine/core'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { INTENT_WORDS } from '../../format/intent-words.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { go } from '../../state/location.ts'
import { closePaid } from '../../state/outreach.ts'
import { nextStepOf, resultLabel } from './paid-labels.ts'
import type { PaidKind } from './price-labels.ts'
import css from './prospects.module.css'

const NextSteps = ({ intent }: { readonly intent: IntentWithItems }) => {
  const way = nextStepOf(intent)
  const leave = (to: Parameters<typeof go>[0]) => {
    closePaid()
    go(to)
  }
  return (
    <div className={css.ways}>
      {way === null ? null : (
        <Button variant="default" size="compact-xs" onClick={() => leave({ scope: intent.brandId, ...way.place })}>
          {way.label}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => leave({ view: 'intents', params: { open: intent.id } })}
      >
        View details
      </Button>
    </div>
  )
}

/** What became of a paid act: the state, the service's own words, and the one next step. */
export const PaidResult = ({ intentId, act }: { readonly intentId: string; readonly act: PaidKind }) => {
  const intent = useDesk('intents.get', { id: intentId }).value
  if (intent === undefined) return null
  return (
    <div className={css.result} role="status">
      <StateWord {...INTENT_WORDS[intent.state]} />
      <div>
        {resultLabel(act, intent)}
        <NextSteps intent={intent} />
      </div>
    </div>
  )
}
