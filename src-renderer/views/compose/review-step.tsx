import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { formatWhole, plural } from '../../format/numbers.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useBrand } from '../../state/brands.ts'
import { setCompose, useCompose } from '../../state/compose.ts'
import { useFreezing } from '../../state/freezing.ts'
import { useSettings } from '../../state/settings.ts'
import css from './compose.module.css'
import { FrozenList } from './frozen-list.tsx'
import {
  type Choices,
  type Frozen,
  missing,
  numberToType,
  type RecipientChange,
  readyBrands,
  readyCount,
} from './queue-plan.ts'
import { Sending } from './sending.tsx'
import { useReview } from './use-review.ts'
import { Warnings } from './warnings.tsx'

const COUNTED = ['ready', 'warned', 'blocked'] as const
const sumOf = ({ brands }: Frozen, of: (typeof COUNTED)[number]): number =>
  brands.reduce((sum, brand) => sum + brand[of], 0)

const Counts = ({ frozen }: { readonly frozen: Frozen }) => (
  <Panel title="Summary by brand" isFlush>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
    <section className={css.countsBox} tabIndex={0} aria-label="Counts by brand">
      <table className={css.counts}>
        <thead>
          <tr>
            <th scope="col">Brand</th>
            <th scope="col" data-numbers>
              Ready
            </th>
            <th scope="col" data-numbers>
              With warnings
            </th>
            <th scope="col" data-numbers>
              Left out
            </th>
          </tr>
        </thead>
        <tbody>
          {frozen.brands.map(({ brandId, ready, warned, blocked }) => (
            <tr key={brandId}>
              <td>
                <BrandBadge brandId={brandId} />
              </td>
              <td data-numbers>{formatWhole(ready)}</td>
              <td data-numbers data-kind={warned > 0 ? 'warned' : undefined}>
                {formatWhole(warned)}
              </td>
              <td data-numbers data-kind={blocked > 0 ? 'blocked' : undefined}>
                {formatWhole(blocked)}
              </td>
            </tr>
          ))}
        </tbody>
        {frozen.brands.length > 1 ? (
          <tfoot>
            <tr>
              <td>{plural(frozen.brands.length, 'brand')}</td>
              {COUNTED.map((of) => (
                <td key={of} data-numbers>
                  {formatWhole(sumOf(frozen, of))}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  </Panel>
)

const ConfirmLabel = ({ frozen, choices }: { readonly frozen: Frozen; readonly choices: Choices }) => {
  const brands = readyBrands(frozen)
  const brand = useBrand(brands[0]?.brandId ?? '')
  const count = readyCount(frozen) - choices.leftOut
  const what = choices.isNow ? 'Send 1 pitch now for' : `Queue ${plural(count, 'pitch', 'pitches')} for`
  if (brands.length !== 1 || brand === undefined) return <>{`${what} ${plural(brands.length, 'brand')}`}</>
  return (
    <span className={css.act}>
      {what} <BrandMark name={brand.name} colour={brand.colour} size="sm" /> <Name>{brand.name}</Name>
    </span>
  )
}

type PartsProps = {
  readonly frozen: Frozen
  readonly choices: Choices
  readonly choose: (change: Partial<Choices>) => void
}

const Parts = ({ frozen, choices, choose }: PartsProps) => {
  return (
    <div className={css.reviewColumns}>
      <div className={css.reviewMain}>
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
      </div>
      <div className={css.reviewSide}>
        <Warnings frozen={frozen} accepted={choices.accepted} onAccept={(accepted) => choose({ accepted })} />
        <Sending frozen={frozen} choices={choices} choose={choose} />
      </div>
    </div>
  )
}

const Confirm = ({ frozen, choices, choose, isBusy }: PartsProps & { readonly isBusy: boolean }) => {
  const word = numberToType(readyBrands(frozen))
  const lacking = missing(frozen, choices)
  const isHeldBack = useSettings((state) => state.settings?.isSendingHeld === true)
  return (
    <footer className={css.foot} data-foot>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => setCompose({ step: 'write' })}
      >
        Edit
      </Button>
      <span className={css.footText} role="status">
        {lacking.length > 0
          ? lacking.join(' ')
          : isHeldBack
            ? 'All sending is paused: these pitches are held until you resume sending.'
            : 'The pitches are held first. You can cancel them from the bar at the top of the window.'}
      </span>
      {word === null ? null : (
        <TextInput
          w={230}
          aria-label={`Type ${word}, the number of brands, to continue`}
          placeholder={`Type ${word}, the number of brands`}
          autoComplete="off"
          value={choices.typed}
          onChange={(event) => choose({ typed: event.currentTarget.value })}
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
    </footer>
  )
}

/** How far the writing out is; calling it off leads back to the words, as they are. */
const Waiting = () => {
  const count = useCompose((state) => state.people.length)
  const progress = useFreezing((state) => state.progress)
  const isWriting = progress?.stage === 'writing'
  const done = isWriting ? progress.done : 0
  return (
    <section className={css.waiting} aria-label="Preparing pitches">
      <p className={css.waitingWords} role="status">
        {isWriting ? 'Preparing pitches for' : 'Reading data of'}{' '}
        {plural(count, isWriting ? 'pitch' : 'person', isWriting ? 'pitches' : 'people')} …
      </p>
      <progress className={css.waitingMeter} value={done} max={Math.max(1, count)} aria-label="Pitches prepared" />
      <span className={css.soft}>
        {formatWhole(done)} of {formatWhole(count)} prepared. Nothing is sent until you confirm.
      </span>
      <Button variant="default" className={css.start ?? ''} onClick={() => setCompose({ step: 'write' })}>
        Cancel (Esc)
      </Button>
    </section>
  )
}

const changesLabel = (changes: readonly RecipientChange[]): string =>
  changes
    .map(({ code, count }) =>
      code === 'suppressed'
        ? `Leave out ${plural(count, 'person', 'people')}`
        : `Write to ${plural(count, 'person', 'people')} anyway`,
    )
    .join(', ')

/** All that goes out, frozen: whose, to whom, what is left out and why, and how it goes. */
export const ReviewStep = () => {
  const { freezing, choices, choose, isBusy, error, changes, acceptAndContinue, queue } = useReview()
  if (freezing.state === 'asking') return <Waiting />
  if (freezing.state === 'failed')
    return (
      <div className={css.reviewFailed}>
        <ErrorNotice
          error={freezing.error}
          title="The pitches could not be prepared"
          action={
            <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
              Edit
            </Button>
          }
        />
      </div>
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
      <section className={css.reviewScroll} tabIndex={0} aria-label="Review">
        {error === null ? null : (
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
        )}
        <Parts frozen={frozen} choices={choices} choose={choose} />
      </section>
      <Confirm frozen={frozen} choices={choices} choose={choose} isBusy={isBusy} />
    </form>
  )
}
