import type { Intent } from '../../../src-shared/desk/intents.ts'
import { providerName } from '../../../src-shared/service/providers.ts'
import {
  countsLabel,
  INTENT_LABELS,
  intentLabel,
  moveLabel,
  providerOf,
  publishAtOf,
} from '../../format/intent-labels.ts'
import { joinParts } from '../../format/join-parts.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { isHeldBack, useIsSendingHeld } from '../../state/intents.ts'
import { brandColumn, centred, InstantCell, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { Countdown } from './hold-controls.tsx'
import { useSender } from './team-parts.tsx'
import { useKeyNote } from './waits-for-key.tsx'

const noteOf = (row: Intent): string => joinParts([moveLabel(row) ?? '', row.reason ?? ''])

const Note = ({ row }: { readonly row: Intent }) => {
  const isKept = isHeldBack(row, useIsSendingHeld())
  const keyNote = useKeyNote(row)
  const sender = useSender(row)
  if (sender !== null) return <SoftText>{`being sent by ${sender}`}</SoftText>
  if (row.state === 'held' || isKept)
    return (
      <span>
        <Countdown intent={row} /> {moveLabel(row)}
      </span>
    )
  return <SoftText>{keyNote ?? noteOf(row)}</SoftText>
}

const PERSON: DataColumn<Intent> = {
  id: 'person',
  header: 'Person',
  about: 'Who queued it',
  widthPx: 92,
  isLesser: true,
  text: (row) => row.madeBy?.name ?? '',
}

const ACTION: readonly DataColumn<Intent>[] = [
  brandColumn(168),
  {
    id: 'action',
    header: 'Action',
    widthPx: 184,
    text: (row) => intentLabel(row),
    cell: (row) => <OpenText>{intentLabel(row)}</OpenText>,
  },
  {
    id: 'state',
    header: 'Status',
    widthPx: 112,
    text: (row) => INTENT_LABELS[row.state].word,
    cell: (row) => centred(<StateWord {...INTENT_LABELS[row.state]} />),
  },
]

const REST: readonly DataColumn<Intent>[] = [
  {
    id: 'counts',
    header: 'Result',
    widthPx: 190,
    text: (row) => countsLabel(row.counts),
  },
  {
    id: 'remark',
    header: 'Note',
    widthPx: 140,
    grows: true,
    text: noteOf,
    cell: (row) => <Note row={row} />,
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
    isLesser: true,
    widthPx: 166,
    text: (row) => row.createdAt,
    cell: (row) => <InstantCell instant={row.createdAt} />,
  },
]

export const INTENT_COLUMNS: readonly DataColumn<Intent>[] = [...ACTION, ...REST]
/** Narrower, so that a window of 1280 px has room for the person beside the result and the note. */
const TEAM_WIDTHS: Readonly<Record<string, number>> = { brand: 160, action: 156, counts: 152, remark: 120 }

/** In a team also who queued it. */
export const TEAM_INTENT_COLUMNS: readonly DataColumn<Intent>[] = [...ACTION, PERSON, ...REST].map((column) => ({
  ...column,
  widthPx: TEAM_WIDTHS[column.id] ?? column.widthPx,
}))
