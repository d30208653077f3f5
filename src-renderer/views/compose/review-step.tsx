import { Box, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { numberToType } from '../../format/many-brands.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { KeyWaits } from '../../parts/key-waits.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Panel } from '../../parts/panel.tsx'
import { setCompose, useCompose } from '../../state/compose/compose.ts'
import { useFreezing } from '../../state/compose/preview.ts'
import { useIsSendingHeld } from '../../state/intents.ts'
import css from './compose.module.css'
import { FrozenList } from './frozen-list.tsx'
import {
  type Choices,
  type Frozen,
  type FrozenBrand,
  leavesOut,
  missing,
  queueCount,
  queuedBrands,
  type RecipientChange,
  readyBrands,
  readyCount,
  stayingLabel,
} from './queue-plan.ts'
import { Sending } from './sending.tsx'
import { useReview } from './use-review.ts'
import { Warnings } from './warnings.tsx'

const TITLES = ['Ready', 'Warnings', 'Blocked'] as const
const sumOf = ({ brands }: Frozen, kind: 'ready' | 'warned' | 'blocked'): number =>
  brands.reduce((sum, brand) => sum + brand[kind], 0)

type Row = Pick<FrozenBrand, 'ready' | 'warned' | 'blocked'>

/** Ready, here: without a warning. */
const Cells = ({ ready, warned, blocked }: Row) => (
  <>
    <Table.Td>{formatWhole(ready - warned)}</Table.Td>
    <Table.Td className={warned > 0 ? 'warn' : ''}>{formatWhole(warned)}</Table.Td>
    <Table.Td className={blocked > 0 ? 'bad' : ''}>{formatWhole(blocked)}</Table.Td>
  </>
)

const Counts = ({ frozen }: { readonly frozen: Frozen }) => (
  <Panel title="Summary by brand" isFlush>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
    <section className={css.counts} tabIndex={0} aria-label="Counts by brand">
      <Table stickyHeader tabularNums fz="sm" horizontalSpacing="sm" verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            {['Brand', ...TITLES].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {frozen.brands.map(({ brandId, ...row }) => (
            <Table.Tr key={brandId}>
              <Table.Td>
                <BrandBadge brandId={brandId} />
              </Table.Td>
              <Cells {...row} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        {frozen.brands.length > 1 ? (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Td>{plural(frozen.brands.length, 'brand')}</Table.Td>
              <Cells
                ready={sumOf(frozen, 'ready')}
                warned={sumOf(frozen, 'warned')}
                blocked={sumOf(frozen, 'blocked')}
              />
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </section>
  </Panel>
)

const ConfirmLabel = ({ frozen, choices }: { readonly frozen: Frozen; readonly choices: Choices }) => {
  // Before a warning is accepted, what could be queued.
  const count = queueCount(frozen, choices) || readyCount(frozen)
  return (
    <ActionLabel
      what={choices.isNow ? 'Send 1 pitch now for' : `Queue ${plural(count, 'pitch', 'pitches')} for`}
      brandIds={(queueCount(frozen, choices) === 0 ? readyBrands(frozen) : queuedBrands(frozen, choices)).map(
        ({ brandId }) => brandId,
      )}
    />
  )
}

type PartsProps = {
  readonly frozen: Frozen
  readonly choices: Choices
  readonly choose: (change: Partial<Choices>) => void
}

const Parts = ({ frozen, choices, choose }: PartsProps) => (
  <div className={css.reviewColumns}>
    <Stack gap="md" miw={0}>
      <Counts frozen={frozen} />
      <Panel title="Pitches: exactly what will be sent">
        <FrozenList
          previewId={frozen.previewId}
          counts={{
            blocked: sumOf(frozen, 'blocked'),
            warned: sumOf(frozen, 'warned'),
            ready: sumOf(frozen, 'ready'),
          }}
        />
      </Panel>
    </Stack>
    <Stack gap="md" miw={0}>
      <Warnings frozen={frozen} accepted={choices.accepted} onAccept={(accepted) => choose({ accepted })} />
      <Sending frozen={frozen} choices={choices} choose={choose} />
    </Stack>
  </div>
)

const Confirm = ({ frozen, choices, choose, isBusy }: PartsProps & { readonly isBusy: boolean }) => {
  const word = numberToType(queuedBrands(frozen, choices).length)
  const staying = stayingLabel(frozen, choices)
  const lacking = missing(frozen, choices)
  const isPaused = useIsSendingHeld()
  return (
    <Group component="footer" className={css.foot} gap="8px 12px" mih={52} px="md" py="xs">
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => setCompose({ step: 'write' })}
      >
        Edit
      </Button>
      <Text span flex={1} miw={180} role="status">
        {staying === '' ? null : <strong>{staying} </strong>}
        {lacking.length > 0
          ? lacking.join(' ')
          : isPaused
            ? 'All sending is paused: these pitches are held until you resume sending.'
            : 'The pitches are held first. You can cancel them from the bar at the top of the window.'}
      </Text>
      {word === null ? null : (
        <TextField
          w={230}
          aria-label={`Type ${word}, the number of brands, to continue`}
          placeholder={`Type ${word}, the number of brands`}
          autoComplete="off"
          value={choices.typed}
          onChange={(typed) => choose({ typed })}
        />
      )}
      <Button
        type="submit"
        loading={isBusy}
        disabled={lacking.length > 0}
        leftSection={<IconSend size={14} aria-hidden />}
        {...(choices.isNow ? { color: 'red' } : {})}
      >
        <ConfirmLabel frozen={frozen} choices={choices} />
      </Button>
    </Group>
  )
}

/** How many pitches are prepared; "Cancel" goes back to the message. */
const Waiting = () => {
  const count = useCompose((state) => state.people.length)
  const progress = useFreezing((state) => state.progress)
  const isWriting = progress?.stage === 'writing'
  const done = isWriting ? progress.done : 0
  return (
    <Stack component="section" gap={10} px="md" py="lg" maw={450} align="flex-start" aria-label="Preparing pitches">
      <Text fw={600} role="status">
        {isWriting
          ? `Preparing pitches for ${plural(count, 'pitch', 'pitches')} …`
          : `Reading data of ${plural(count, 'person', 'people')} …`}
      </Text>
      <Meter value={done} max={count} label="Pitches prepared" />
      <Text c="dimmed">
        {formatWhole(done)} of {formatWhole(count)} prepared. Nothing is sent until you confirm.
      </Text>
      <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
        Cancel (Esc)
      </Button>
    </Stack>
  )
}

const changesLabel = (changes: readonly RecipientChange[]): string =>
  changes
    .map((change) => {
      const people = plural(change.count, 'person', 'people')
      return leavesOut(change) ? `Leave out ${people}` : `Write to ${people} anyway`
    })
    .join(', ')

/** All pitches as they will be sent, what is left out and why, and how they are sent. */
export const ReviewStep = () => {
  const { freezing, choices, choose, isBusy, error, changes, acceptAndContinue, queue } = useReview()
  if (freezing.state === 'asking') return <Waiting />
  if (freezing.state === 'failed')
    return (
      <Box px="md" py="lg">
        <ErrorNotice
          error={freezing.error}
          title="The pitches could not be prepared"
          action={
            <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
              Edit
            </Button>
          }
        />
      </Box>
    )
  const { frozen } = freezing
  return (
    <form
      className={css.review}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && missing(frozen, choices).length === 0) void queue(frozen)
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.scroll} tabIndex={0} aria-label="Review">
        <ErrorNotice
          error={error}
          title="No pitches were queued"
          action={
            changes.length === 0 ? null : (
              <Button variant="default" onClick={acceptAndContinue}>
                {changesLabel(changes)}
              </Button>
            )
          }
        />
        <KeyWaits brandIds={readyBrands(frozen).map(({ brandId }) => brandId)} />
        <Parts frozen={frozen} choices={choices} choose={choose} />
      </section>
      <Confirm frozen={frozen} choices={choices} choose={choose} isBusy={isBusy} />
    </form>
  )
}
