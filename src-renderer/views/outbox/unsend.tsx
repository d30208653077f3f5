import { Button, Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { takeBack } from '../../state/outbox.ts'
import css from './outbox.module.css'

type WordsProps = { readonly count: number; readonly brandIds: readonly string[] }

/** `Take back 12 pitches of Acme`; without brands: of those selected. */
export const UnsendLabel = ({ count, brandIds }: WordsProps) => {
  const brand = useBrand(brandIds.length === 1 ? (brandIds[0] ?? '') : '')
  const what = `Unsend ${plural(count, 'pitch', 'pitches')}`
  if (brand === undefined)
    return <>{brandIds.length === 0 ? `${what} …` : `${what} of ${plural(brandIds.length, 'brand')}`}</>
  return (
    <span className={css.act}>
      {what} of <BrandMark name={brand.name} colour={brand.colour} size="sm" /> <Name>{brand.name}</Name>
    </span>
  )
}

type Props = { readonly rows: readonly OutboxRow[]; readonly onClose: () => void; readonly onTaken: () => void }

/** Asks before pitches are taken out of the queue, and leads to what became of each. */
export const UnsendDialog = ({ rows, onClose, onTaken }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const waiting = useMemo(() => rows.filter((row) => row.isWaiting), [rows])
  const groups = useMemo(() => [...Map.groupBy(waiting, (row) => row.brandId)], [waiting])
  const gone = rows.length - waiting.length
  const take = async () => {
    setBusy(true)
    const taken = await takeBack(waiting)
    setBusy(false)
    onClose()
    if (taken.length === 0) return
    onTaken()
    const [first] = taken
    go({ view: 'intents', params: taken.length === 1 && first !== undefined ? { open: first.intentId } : {} })
  }
  return (
    <Modal opened onClose={onClose} title="Unsend pitches" size={540}>
      <form
        className={css.take}
        onSubmit={(event) => {
          event.preventDefault()
          if (waiting.length > 0 && !isBusy) void take()
        }}
      >
        <ul className={css.takeList}>
          {groups.map(([brandId, pitches]) => (
            <li key={brandId}>
              <BrandBadge brandId={brandId} size="md" />
              <span className={css.soft}>{plural(pitches.length, 'pitch', 'pitches')}</span>
            </li>
          ))}
        </ul>
        {gone === 0 ? null : (
          <p className={css.soft}>
            {plural(gone, 'pitch was', 'pitches were')} sent or already left the queue and cannot be recalled.
          </p>
        )}
        <p className={css.soft}>
          {waiting.length === 0
            ? 'None of the selected pitches are queued.'
            : 'The desk removes them from the service’s queue. Pitches that are sent meanwhile stay sent; Activity shows the result of each.'}
        </p>
        <div className={css.takeEnd}>
          <Button variant="default" onClick={onClose}>
            {waiting.length === 0 ? 'Close' : 'Keep them'}
          </Button>
          {waiting.length === 0 ? null : (
            <Button type="submit" data-autofocus loading={isBusy}>
              <UnsendLabel count={waiting.length} brandIds={groups.map(([brandId]) => brandId)} />
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}
