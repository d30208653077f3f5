import { Checkbox, Select, Stack, Switch, Text } from '@mantine/core'
import type { Mailbox } from '../../../src-shared/desk/outreach.ts'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { brandName } from '../../state/brands.ts'
import { type Choices, type Frozen, ROTATION, readyBrands, readyCount } from './queue-plan.ts'

const HOLDS = [
  { value: '30', label: '30 seconds' },
  { value: '120', label: '2 minutes' },
  { value: '600', label: '10 minutes' },
  { value: '3600', label: '1 hour' },
]

type Props = {
  readonly frozen: Frozen
  readonly choices: Choices
  readonly choose: (change: Partial<Choices>) => void
}

const mailboxLabel = ({ email, dailyLimit, waiting }: Mailbox): string =>
  joinParts([
    email,
    dailyLimit === null ? '' : `${formatWhole(dailyLimit)} a day`,
    waiting === null ? '' : `${formatWhole(waiting)} queued`,
  ])

/** Mailboxes belong to one brand; over several brands each rotates over its own. */
const MailboxChoice = ({ brandId, choices, choose }: Omit<Props, 'frozen'> & { readonly brandId: string }) => {
  const { value } = useDesk('outreach.mailboxes', { brandIds: [brandId] })
  const mailboxes = value?.mailboxes ?? []
  return (
    <Select
      label="Mailbox"
      description={
        value !== undefined && mailboxes.length === 0
          ? 'No mailbox found. Sync the brand, or connect a mailbox in the service’s dashboard.'
          : undefined
      }
      allowDeselect={false}
      data={[
        {
          value: ROTATION,
          label: mailboxes.length > 1 ? `Rotate over all ${mailboxes.length}` : 'Chosen by the service',
        },
        ...mailboxes.map((mailbox) => ({ value: mailbox.id, label: mailboxLabel(mailbox) })),
      ]}
      value={choices.mailbox}
      onChange={(next) => choose({ mailbox: next ?? ROTATION })}
    />
  )
}

const SendNow = ({ brandId, choices, choose }: Omit<Props, 'frozen'> & { readonly brandId: string }) => (
  <Stack gap={10} {...(choices.isNow && { p: 'sm', bg: 'var(--bad-ground)', bdrs: 'md' })}>
    <Switch
      label="Send it now, ahead of the queue"
      checked={choices.isNow}
      onChange={(event) => choose({ isNow: event.currentTarget.checked, isNowConfirmed: false })}
    />
    {choices.isNow ? (
      <Checkbox
        checked={choices.isNowConfirmed}
        onChange={(event) => choose({ isNowConfirmed: event.currentTarget.checked })}
        label={
          <>
            I have read it. When its hold ends, it is sent from a mailbox of <Name>{brandName(brandId)}</Name> at once
            and cannot be recalled.
          </>
        }
      />
    ) : null}
  </Stack>
)

/** The mailbox, the hold, and for a single pitch whether it is sent now. */
export const Sending = ({ frozen, choices, choose }: Props) => {
  const brands = readyBrands(frozen)
  const [only] = brands
  const isOneBrand = brands.length === 1 && only !== undefined
  return (
    <Panel title="Sending">
      <Stack gap={14}>
        {isOneBrand ? (
          <MailboxChoice brandId={only.brandId} choices={choices} choose={choose} />
        ) : (
          <Text c="dimmed">Each of the {plural(brands.length, 'brand')} sends from its own mailboxes in rotation.</Text>
        )}
        <Select
          label="Hold for"
          description="During the hold you can pause or cancel"
          allowDeselect={false}
          data={HOLDS}
          value={String(choices.holdSeconds)}
          onChange={(next) => choose({ holdSeconds: Number(next ?? 30) })}
        />
        {isOneBrand && readyCount(frozen) === 1 ? (
          <SendNow brandId={only.brandId} choices={choices} choose={choose} />
        ) : null}
        <Text c="dimmed" size="xs">
          {choices.isNow
            ? 'After the hold it is sent at once. You can cancel it only during the hold.'
            : 'After the hold the service queues it and paces it within the mailboxes’ daily limits. You can unsend it from the outbox until it is sent; a sent pitch cannot be recalled.'}
        </Text>
      </Stack>
    </Panel>
  )
}
