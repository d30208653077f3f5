import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import type { CreditQuote } from '../../../src-shared/desk/outreach.ts'
import { useDesk } from '../../data/use-desk.ts'
import { INTENT_LABELS } from '../../format/intent-labels.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { go } from '../../state/location.ts'
import { closePaid, type PaidPart, setSearchAnyway, usePaid } from '../../state/outreach.ts'
import { nextStepOf, resultLabel } from './paid-labels.ts'
import {
  type PaidKind,
  priceLabel,
  refundLabel,
  remainingLabel,
  SEARCH_ANYWAY,
  skippedLabel,
  spentLabel,
} from './price-labels.ts'

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
        onClick={() => leave({ view: 'activity', params: { open: intent.id } })}
      >
        View details
      </Button>
    </Group>
  )
}

/** The result of a paid action: its state, the service's own text, and the next step. */
const PaidResult = ({ intentId, action }: { readonly intentId: string; readonly action: PaidKind }) => {
  const intent = useDesk('intents.get', { id: intentId }).value
  if (intent === undefined) return null
  return (
    <Group gap={10} align="flex-start" wrap="nowrap" role="status">
      <StateWord {...INTENT_LABELS[intent.state]} />
      <div>
        {resultLabel(action, intent)}
        <NextSteps intent={intent} />
      </div>
    </Group>
  )
}

/** Sites that the service would probably skip: not searched, unless the person wants it at their full price. */
const LeftOut = ({ part }: { readonly part: PaidPart }) => {
  const skipped = part.quote?.skipped ?? []
  if (skipped.length === 0 && !part.searchAnyway) return null
  return (
    <>
      {skipped.length === 0 ? null : <Skipped part={part} skipped={skipped} />}
      <Checkbox
        size="xs"
        checked={part.searchAnyway}
        onChange={(event) => setSearchAnyway(part, event.currentTarget.checked)}
        label={SEARCH_ANYWAY}
      />
    </>
  )
}

type SkippedProps = { readonly part: PaidPart; readonly skipped: CreditQuote['skipped'] }

const Skipped = ({ part, skipped }: SkippedProps) => {
  const { title, reasons } = skippedLabel(skipped)
  const nameOf = new Map(part.sites.map(({ id, name }) => [id, name]))
  return (
    <Text component="details" size="xs">
      <summary className="soft">
        {title}: {reasons.join(' ')}
      </summary>
      <ul style={{ maxHeight: 120, overflow: 'auto' }}>
        {skipped.map(({ id, reason }) => (
          <li key={id}>
            <bdi>{nameOf.get(id) ?? id}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Text>
  )
}

const Price = ({ part, action }: { readonly part: PaidPart; readonly action: PaidKind }) => {
  const { quote } = part
  if (quote === null)
    return part.error === null ? (
      <Text c="dimmed" size="xs">
        Loading the price …
      </Text>
    ) : null
  return (
    <>
      {quote.isNeeded ? (
        <Text size="lg" fw={600}>
          {priceLabel(action, quote)}
        </Text>
      ) : null}
      <div>{action === 'findPeople' && quote.isNeeded ? refundLabel(quote) : quote.explanation}</div>
      {quote.isNeeded && quote.monthlyBudget !== null ? <Text fw={500}>{remainingLabel(quote)}</Text> : null}
      <LeftOut part={part} />
    </>
  )
}

/** One brand's share of a paid action: its price and what is left out, then its result. */
export const PaidPartRow = ({ part }: { readonly part: PaidPart }) => {
  const action = usePaid((state) => state.action) ?? 'discover'
  const [intentId] = part.intentIds
  return (
    <Stack component="li" gap={4} px={14} py="sm">
      <Group justify="space-between">
        <BrandBadge brandId={part.brandId} size="md" />
        {part.quote === null || intentId !== undefined ? null : (
          <Text span c="dimmed" size="xs">
            {spentLabel(part.quote)}
          </Text>
        )}
      </Group>
      {intentId === undefined ? (
        <Price part={part} action={action} />
      ) : (
        <PaidResult intentId={intentId} action={action} />
      )}
      <ErrorNotice
        error={part.error}
        title={part.quote === null ? 'The price could not be loaded' : 'Nothing was started'}
      />
    </Stack>
  )
}
