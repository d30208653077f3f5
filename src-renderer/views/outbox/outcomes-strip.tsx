import { Anchor, Box } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatPercent, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { clear, useIntentFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, go, useScope } from '../../state/location.ts'
import { type Fact, Facts } from '../../table/table-page.tsx'

type Outcomes = CallOutput<'outreach.outcomes'>

const soft = (text: string) => <span className="soft">{text}</span>
const bad = (count: number, text: string) => (count === 0 ? soft(text) : <span className="bad">{text}</span>)

const ofSent = (count: number, sent: number): string =>
  sent === 0 ? 'none sent' : `${formatPercent((100 * count) / sent)} of sent`

/** These pitches never reached the outbox, so that its table has no rows of them. */
const inActivity = (count: number) =>
  count === 0 ? (
    '0'
  ) : (
    <Anchor
      component="button"
      type="button"
      inherit
      title="View these actions in Activity"
      onClick={() => {
        clear(useIntentFilters)
        useIntentFilters.setState({ kind: ['queue'] })
        go({ view: 'activity' })
      }}
    >
      {formatWhole(count)}
    </Anchor>
  )

const ofOutbox = ({ queued, sent, replied, bounced }: Outcomes, period: string): readonly Fact[] => [
  { name: 'Queued', value: formatWhole(queued), change: soft('now') },
  { name: 'Sent', value: formatWhole(sent), change: soft(period) },
  replied === null
    ? { name: 'Replied', value: NO_VALUE, change: soft('not reported') }
    : { name: 'Replied', value: formatWhole(replied), change: soft(ofSent(replied, sent)) },
  { name: 'Bounced', value: formatWhole(bounced), change: bad(bounced, ofSent(bounced, sent)) },
]

/** `isSynced`: before the outbox was synced, nobody knows what is in it. */
export const factsOf = (outcomes: Outcomes, isSynced: boolean): readonly Fact[] => {
  const { days, skipped, failed, unknown } = outcomes
  const period = `last ${days} days`
  const outbox = ofOutbox(outcomes, period)
  return [
    ...(isSynced ? outbox : outbox.map(({ name }) => ({ name, value: NO_VALUE }))),
    { name: 'Skipped', value: inActivity(skipped), change: soft(period) },
    { name: 'Failed to queue', value: inActivity(failed), change: bad(failed, period) },
    ...(unknown === 0 ? [] : [{ name: 'Unknown', value: inActivity(unknown), change: bad(unknown, period) }]),
  ]
}

/** Results of the pitches of the brands in view, as far as the service and the desk know them. */
export const OutcomesStrip = ({ isSynced }: { readonly isSynced: boolean }) => {
  const { value } = useDesk('outreach.outcomes', { brandIds: brandIdsOf(useScope()) })
  const facts = value === undefined ? [] : factsOf(value, isSynced)
  return (
    <Box component="section" aria-label="Outcomes of pitches" flex="none" mih={62} px="md" py="sm">
      {facts.length === 0 ? null : <Facts perRow={facts.length} facts={facts} />}
    </Box>
  )
}
