import { Group, Stack, Text } from '@mantine/core'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type PaidPart, usePaid } from '../../state/outreach.ts'
import { PaidResult } from './paid-result.tsx'
import { type PaidKind, priceLabel, refundLabel, skippedLabel, spentLabel } from './price-labels.ts'

const LeftOut = ({ part }: { readonly part: PaidPart }) => {
  const skipped = part.quote?.skipped ?? []
  if (skipped.length === 0) return null
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

const Price = ({ part, act }: { readonly part: PaidPart; readonly act: PaidKind }) => {
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
          {priceLabel(act, quote)}
        </Text>
      ) : null}
      <div>{act === 'findPeople' && quote.isNeeded ? refundLabel(quote) : quote.explanation}</div>
      <LeftOut part={part} />
    </>
  )
}

/** One brand's share of a paid action: its price and what is left out, then its result. */
export const PaidPartRow = ({ part }: { readonly part: PaidPart }) => {
  const act = usePaid((state) => state.act) ?? 'discover'
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
      {intentId === undefined ? <Price part={part} act={act} /> : <PaidResult intentId={intentId} act={act} />}
      {part.error === null ? null : (
        <ErrorNotice
          error={part.error}
          title={part.quote === null ? 'The price could not be loaded' : 'Nothing was started'}
        />
      )}
    </Stack>
  )
}
