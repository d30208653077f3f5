import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { absentText } from '../../../src-shared/desk/values/absent-move.ts'
import { answerHead, CAUSE_LABELS, type CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { causeRecordText } from '../../../src-shared/desk/values/track-record.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { formatDay, formatMoment, formatShortDay } from '../../format/time.ts'
import { Name } from '../../parts/name.tsx'
import { rejectCause, removeAnswer } from '../../state/cause-answers.ts'
import { SideHeading } from '../../table/side-panel.tsx'
import { CauseDialog } from './cause-dialog.tsx'
import { EvidenceChart } from './evidence-chart.tsx'

const CONFIDENCES = { clear: 'clear', likely: 'likely, not certain' } as const

const dropText = (row: CauseRow): string => {
  const { of, kind, since, positionBefore, positionNow, absentOn, clicksBefore, clicksNow } = row
  const day = formatDay(since)
  if (of !== 'keyword' || kind === 'clicks')
    return `Clicks fell from ${formatDecimal(clicksBefore)} to ${formatDecimal(clicksNow)} a day since ${day}`
  if (absentOn !== null) return `Falling since ${day}: ${absentText(formatShortDay(absentOn), positionBefore)}`
  return kind === 'lost' || positionBefore === null || positionNow === null
    ? `Not ranking since ${day}`
    : `Fell from ${formatDecimal(positionBefore)} to ${formatDecimal(positionNow)} since ${day}`
}

const Line = ({ children }: { readonly children: string }) => (
  <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
    <Name>{children}</Name>
  </Text>
)

const Said = ({ answer }: { readonly answer: NonNullable<CauseRow['answer']> }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }} title={formatMoment(answer.at)}>
    {answerHead(answer.isNamed, answer.by === null ? null : isolate(answer.by.name))}:{' '}
    <b>
      <Name>{answer.text}</Name>
    </b>
  </Text>
)

const Causes = ({ causes: [first, ...others], answer }: Pick<CauseRow, 'causes' | 'answer'>) =>
  first === undefined ? (
    <Text size="sm">No cause found</Text>
  ) : (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {answer === null ? null : 'The data shows: '}
        <b>
          <Name>{first.title}</Name>
        </b>
        {`, ${CONFIDENCES[first.confidence]}`}
      </Text>
      {first.evidence.map((sentence) => (
        <Line key={sentence}>{sentence}</Line>
      ))}
      <Line>{`Next: ${first.next}`}</Line>
      {others.map(({ kind, title }) => (
        <Line key={kind}>{`Also possible: ${title}`}</Line>
      ))}
    </>
  )

/** One button for both, so that the focus stays on it. */
const AnswerButtons = ({ row }: { readonly row: CauseRow }) => {
  const [naming, setNaming] = useState<CauseRow | null>(null)
  const isAnswered = row.answer !== null
  return (
    <Group gap={6} mt={6}>
      {isAnswered || row.causes.length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void (isAnswered ? removeAnswer(row) : rejectCause(row))}
        >
          {isAnswered ? 'Remove answer' : 'Not this'}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={() => setNaming(row)}>
        Name the cause
      </Button>
      <CauseDialog row={naming} onClose={() => setNaming(null)} />
    </Group>
  )
}

type Told = Omit<CallOutput<'causes.forKeyword'>, 'row'>

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** What was said first stays, whatever is worked out later. */
const Record = ({ record, first }: Omit<Told, 'evidence'>) => (
  <>
    {record === null ? null : <Small>{causeRecordText(record)}</Small>}
    {first === null ? null : (
      <Small>
        First named on {formatDay(first.at.slice(0, 10))}, from data up to {formatDay(first.dataDay)}
        {first.kind === record?.kind ? '.' : `: ${CAUSE_LABELS[first.kind]}.`}
      </Small>
    )}
  </>
)

/** Each is of the whole brand: its figures are about the same keywords for all that fell. */
const OF_BRAND: ReadonlySet<string> = new Set<CauseKind>(['measuring', 'many-brands', 'whole-site'])

export const isSameCause = ({ causes: [one] }: CauseRow, { causes: [other] }: CauseRow): boolean =>
  one !== undefined && one.kind === other?.kind && one.since === other.since && OF_BRAND.has(one.kind)

type DropCauseProps = Told & {
  readonly row: CauseRow
  /** Another drop says all of the same cause. */
  readonly isSaid?: boolean | undefined
}

/** A drop with its cause, or that none was found, and what could not be checked. */
export const DropCause = ({ row, evidence, isSaid = false, ...told }: DropCauseProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are sentences
  <section role="group" aria-label="Likely cause">
    <SideHeading>Likely cause</SideHeading>
    <Text size="xs" c="dimmed">
      {dropText(row)}
    </Text>
    {row.answer === null ? null : <Said answer={row.answer} />}
    {isSaid ? (
      <Text size="sm">{`The same cause: ${row.causes[0]?.title}`}</Text>
    ) : (
      <>
        <Causes {...row} />
        {evidence === null ? null : <EvidenceChart evidence={evidence} />}
        {row.uncheckedTexts.length === 0 ? null : <Small>Not checked: {row.uncheckedTexts.join(' ')}</Small>}
        <Record {...told} />
      </>
    )}
    <AnswerButtons row={row} />
  </section>
)

const NOTHING = { evidence: null, record: null, first: null }

/** A drop of a list, and as soon as the desk answers, the chart of its evidence and its record. */
export const ListedCause = ({ row, isSaid }: Pick<DropCauseProps, 'row' | 'isSaid'>) => {
  const { brandId, keyword, page } = row
  const { row: _, ...told } = useDesk('causes.forKeyword', { brandId, keyword, page }).value ?? { row, ...NOTHING }
  return <DropCause row={row} isSaid={isSaid} {...told} />
}

const NONE = { row: null, ...NOTHING }
type LikelyCauseProps = { readonly brandId: string; readonly keyword: string }

/** Why a keyword fell, in devices and countries together; nothing where it did not. */
export const LikelyCause = ({ brandId, keyword }: LikelyCauseProps) => {
  const { row, ...told } = useDesk('causes.forKeyword', { brandId, keyword }).value ?? NONE
  return row === null ? null : <DropCause row={row} {...told} />
}
