import { Button } from '@mantine/core'
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { providerName } from '../../../src-shared/service/providers.ts'
import { needsKey } from '../../format/brand-sign.ts'
import {
  aboutLabel,
  countsLabel,
  INTENT_LABELS,
  intentLabel,
  lackOf,
  moveLabel,
  providerOf,
  publishAtOf,
  tookLabel,
} from '../../format/intent-labels.ts'
import { joinParts } from '../../format/join-parts.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { formatClock, formatInstant, formatMoment } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrands } from '../../state/brands.ts'
import { NEXT_LABELS, type NextStep, nextStepOf, takeStep, useIsKeyBad } from '../../state/intent-fix.ts'
import { isHeldBack, useIsSendingHeld } from '../../state/intents.ts'
import { brandColumn, centred, OpenText, SoftText, TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { namingBrand } from '../../table/field-columns.tsx'
import { Countdown } from './hold-controls.tsx'
import css from './intents.module.css'
import { useSender } from './team-parts.tsx'
import { useKeyNote } from './waits-for-key.tsx'

/** When and where one article is published; of several items what came of each; and why. */
const resultOf = (row: Intent): string => {
  const isOne = row.counts.total === 1
  const counts = !isOne && row.sentAt !== null ? row.counts : null
  const lack = counts !== null && counts.skipped > 0 ? lackOf(row.reason) : null
  const publishAt = isOne && row.reason === null ? publishAtOf(row) : null
  return joinParts([
    counts === null ? '' : countsLabel(counts, lack),
    publishAt === null ? '' : `for ${formatMoment(publishAt)}`,
    isOne && row.reason === null ? providerName(providerOf(row) ?? '') : '',
    moveLabel(row) ?? '',
    lack === null ? (row.reason ?? '') : '',
  ])
}

const Result = ({ row }: { readonly row: Intent }) => {
  const keyNote = useKeyNote(row)
  const sender = useSender(row)
  if (sender !== null) return <SoftText>{`being sent by ${sender}`}</SoftText>
  return <TwoLines>{keyNote ?? resultOf(row)}</TwoLines>
}

/** When, and how long the service took for it. */
const Created = ({ row }: { readonly row: Intent }) => {
  const nowMs = useNow()
  return (
    <div className={css.action}>
      <span title={formatInstant(row.createdAt)}>{formatClock(row.createdAt, nowMs)}</span>
      {row.sentAt === null ? null : <span className={css.about}>took {tookLabel(row, nowMs)}</span>}
    </div>
  )
}

const Took = ({ row }: { readonly row: Intent }) => <>{tookLabel(row, useNow())}</>

/** Steps that a person takes; the others pass by themselves. */
const isTaken = (step: NextStep): boolean => step !== 'hold' && step !== 'wait' && step !== 'none'

/** Filled where a person acts: these rows come first. */
const State = ({ row }: { readonly row: Intent }) => {
  const isFilled = isTaken(nextStepOf(row, useIsKeyBad(row.brandId)))
  return (
    <StateWord
      {...INTENT_LABELS[row.state]}
      isFilled={isFilled}
      icon={isFilled ? <span className="visually-hidden">needs you:</span> : undefined}
    />
  )
}

const Next = ({ row }: { readonly row: Intent }) => {
  const isKept = isHeldBack(row, useIsSendingHeld())
  const step = nextStepOf(row, useIsKeyBad(row.brandId))
  if (step === 'hold' || isKept)
    return (
      <span className="soft">
        <Countdown intent={row} />
      </span>
    )
  if (step === 'none') return <SoftText>{NO_VALUE}</SoftText>
  if (!isTaken(step)) return <SoftText>{NEXT_LABELS[step]}</SoftText>
  return (
    <Button
      size="compact-xs"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        void takeStep(step, row)
      }}
    >
      {NEXT_LABELS[step]}
    </Button>
  )
}

const nextText = (row: Intent): string =>
  NEXT_LABELS[nextStepOf(row, needsKey(useBrands.getState().byId.get(row.brandId)?.keyState ?? 'ok'))]

const PERSON: DataColumn<Intent> = {
  id: 'person',
  header: 'Person',
  about: 'Who queued it',
  widthPx: 92,
  isLesser: true,
  text: (row) => row.madeBy?.name ?? '',
}

/** What is done, and to what. */
const Action = ({ row }: { readonly row: Intent }) => {
  const about = aboutLabel(row)
  return (
    <div className={css.action}>
      <OpenText>{intentLabel(row)}</OpenText>
      {about === '' ? null : (
        <span className={`${css.about} truncate`} title={about}>
          <bdi>{about}</bdi>
        </span>
      )}
    </div>
  )
}

const ACTION: readonly DataColumn<Intent>[] = [
  brandColumn(172),
  {
    id: 'action',
    header: 'Action',
    widthPx: 184,
    fitPx: 236,
    text: (row) => joinParts([intentLabel(row), aboutLabel(row)]),
    cell: (row) => centred(<Action row={row} />),
  },
  {
    id: 'state',
    header: 'Status',
    widthPx: 104,
    text: (row) => INTENT_LABELS[row.state].word,
    cell: (row) => centred(<State row={row} />),
  },
]

const REST: readonly DataColumn<Intent>[] = [
  {
    id: 'result',
    header: 'Result',
    widthPx: 120,
    grows: true,
    text: resultOf,
    cell: (row) => <Result row={row} />,
  },
  {
    id: 'next',
    header: 'Next step',
    widthPx: 140,
    isKept: true,
    text: nextText,
    cell: (row) => centred(<Next row={row} />),
  },
  {
    id: 'provider',
    header: 'Provider',
    widthPx: 100,
    isHiddenAtFirst: true,
    text: (row) => providerName(providerOf(row) ?? ''),
  },
  {
    id: 'publishAt',
    header: 'For',
    about: 'When it is to be published',
    widthPx: 150,
    isHiddenAtFirst: true,
    text: (row) => publishAtOf(row) ?? '',
  },
  {
    id: 'createdAt',
    header: 'Created',
    widthPx: 116,
    text: (row) => row.createdAt,
    cell: (row) => centred(<Created row={row} />),
  },
  {
    id: 'took',
    header: 'Took',
    about: 'From sending to the result',
    widthPx: 80,
    isHiddenAtFirst: true,
    text: (row) => tookLabel(row, Date.now()),
    cell: (row) => <Took row={row} />,
  },
]

export const INTENT_COLUMNS = namingBrand<Intent>([...ACTION, ...REST])
/** Narrower, so that a window of 1280 px has room for the person beside the result. */
const TEAM_WIDTHS: Readonly<Record<string, number>> = { brand: 150, action: 180 }

/** In a team also who queued it. */
export const TEAM_INTENT_COLUMNS = namingBrand<Intent>(
  [...ACTION, PERSON, ...REST].map((column) => ({ ...column, widthPx: TEAM_WIDTHS[column.id] ?? column.widthPx })),
)
