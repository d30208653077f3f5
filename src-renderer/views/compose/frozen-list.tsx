import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { setCompose, useCompose } from '../../state/compose.ts'
import { frozenPage } from '../../state/compose-calls.ts'
import { addressLabel } from './address-label.ts'
import css from './compose.module.css'
import { PitchBody, PitchSubject } from './pitch-text.tsx'
import { Findings } from './preview-pane.tsx'

export type Shown = 'blocked' | 'warned' | 'ready'
const PAGE = 50

const usePages = (previewId: string, show: Shown) => {
  const [rows, setRows] = useState<readonly PreviewRow[]>([])
  const [total, setTotal] = useState(0)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    let isOld = false
    void frozenPage({ previewId, show, offset, limit: PAGE }).then((reply) => {
      if (isOld) return
      if (!reply.ok) return setError(reply.error)
      setTotal(reply.value.total)
      setRows((known) => [...known.slice(0, offset), ...reply.value.rows])
    })
    return () => {
      isOld = true
    }
  }, [previewId, show, offset])
  return { rows, total, error, more: () => setOffset(rows.length) }
}

/** Back to writing, with this person in the preview. */
const editRecipient = ({ brandId, contactId }: PreviewRow): void => {
  const at = useCompose
    .getState()
    .people.findIndex((person) => person.brandId === brandId && person.contactId === contactId)
  setCompose({ step: 'write', at: Math.max(0, at) })
}

type RowProps = { readonly row: PreviewRow; readonly isLeftOut: boolean }

const Row = ({ row, isLeftOut }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={css.frozen}>
      <div className={css.frozenHead}>
        <BrandBadge brandId={row.brandId} />
        <span className={css.whole}>
          <strong>
            <Name>{row.name ?? row.email ?? row.contactId}</Name>
          </strong>{' '}
          <span className={css.soft}>{addressLabel(row)}</span>
        </span>
        <span className={css.push} />
        {isLeftOut ? null : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Read'}
          </Button>
        )}
        <Button variant="default" size="compact-xs" onClick={() => editRecipient(row)}>
          Edit
        </Button>
      </div>
      <Findings row={isLeftOut ? { blockers: row.blockers, warnings: [] } : row} />
      {isOpen ? (
        <div className={css.frozenPaper}>
          <PitchSubject subject={row.subject} />
          <hr />
          <PitchBody body={row.body} />
        </div>
      ) : null}
    </li>
  )
}

const Rows = ({ previewId, show }: { readonly previewId: string; readonly show: Shown }) => {
  const { rows, total, error, more } = usePages(previewId, show)
  if (error !== null) return <ErrorNotice error={error} title="The pitches could not be read" />
  return (
    <>
      <ul className={css.frozenList}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is frozen never moves, and a contact may stand twice
          <Row key={index} row={row} isLeftOut={show === 'blocked'} />
        ))}
      </ul>
      {rows.length < total ? (
        <div className={css.moreRow}>
          <Button variant="default" size="compact-sm" onClick={more}>
            Show {formatWhole(Math.min(PAGE, total - rows.length))} more of {formatWhole(total - rows.length)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type Props = { readonly previewId: string; readonly counts: Readonly<Record<Shown, number>> }

const TITLES: Record<Shown, string> = { blocked: 'Blocked', warned: 'With warnings', ready: 'Ready' }

/** Who is left out and why, who goes with a warning, and all that goes: each exactly as it was frozen. */
export const FrozenList = ({ previewId, counts }: Props) => {
  const offered = (Object.keys(TITLES) as Shown[]).filter((shown) => counts[shown] > 0) // keys of a const object
  const [chosen, setChosen] = useState<Shown | null>(null)
  const show = chosen ?? offered[0]
  if (show === undefined) return null
  return (
    <section className={css.frozenPart} aria-label="Pitches">
      <SegmentedControl
        className={css.start ?? ''}
        aria-label="Which pitches"
        data={offered.map((value) => ({ value, label: `${TITLES[value]} ${formatWhole(counts[value])}` }))}
        value={show}
        onChange={(next) => setChosen(offered.find((value) => value === next) ?? null)}
      />
      <Rows key={show} previewId={previewId} show={show} />
    </section>
  )
}
