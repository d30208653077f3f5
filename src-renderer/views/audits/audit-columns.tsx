import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { shortSite } from '../../format/site.ts'
import { formatAgo, formatClock, formatInstant } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { DataColumn } from '../../table/column.ts'
import { AuditState, passedLabel, Score, ScoreChange } from './score.tsx'

const When = ({ at }: Pick<AuditRow, 'at'>) => {
  const nowMs = useNow()
  return (
    <span title={formatInstant(at)}>
      {formatClock(at, nowMs)} <span className="soft">· {formatAgo(at, nowMs)}</span>
    </span>
  )
}

const siteOf = ({ url }: AuditRow): string => (url === '' ? NO_VALUE : shortSite(url))

/** Every audit that was tried, newest first: the order of the desk. */
export const AUDIT_COLUMNS: readonly DataColumn<AuditRow>[] = [
  { id: 'at', header: 'When', widthPx: 200, text: ({ at }) => at, cell: ({ at }) => <When at={at} /> },
  {
    id: 'url',
    header: 'Site',
    widthPx: 220,
    grows: true,
    text: ({ url }) => url,
    cell: (audit) => <bdi title={audit.url}>{siteOf(audit)}</bdi>,
  },
  {
    id: 'overallScore',
    header: 'Score',
    widthPx: 110,
    align: 'end',
    text: ({ overallScore }) => formatDecimal(overallScore),
    cell: ({ overallScore }) => <Score score={overallScore} />,
  },
  { id: 'passed', header: 'Passed', widthPx: 90, align: 'end', text: passedLabel },
  {
    id: 'scoreChange',
    header: 'Change',
    widthPx: 80,
    align: 'end',
    text: ({ scoreChange }) => (scoreChange === null ? '' : String(scoreChange)),
    cell: (audit) => <ScoreChange audit={audit} />,
  },
  {
    id: 'state',
    header: 'Result',
    widthPx: 180,
    text: ({ state, error }) => (error === null ? state : `${state}: ${error.message}`),
    cell: (audit) => (audit.state === 'done' ? <StateWord word="done" tone="plain" /> : <AuditState audit={audit} />),
  },
]
