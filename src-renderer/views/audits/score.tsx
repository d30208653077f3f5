import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import css from './audits.module.css'

const toneOf = (score: number): string => (score >= 80 ? 'good' : score >= 60 ? 'fair' : 'poor')

type ScoreProps = { readonly score: number | null; readonly isBare?: boolean }

export const Score = ({ score, isBare = false }: ScoreProps) =>
  score === null ? (
    <span className="soft">{NO_VALUE}</span>
  ) : (
    <span className={css.score} data-tone={toneOf(score)}>
      {isBare ? null : (
        <span className={css.scoreBar} aria-hidden>
          <span style={{ width: `${Math.max(0, Math.min(100, score))}%` }} />
        </span>
      )}
      {formatDecimal(score)}
    </span>
  )

export const passedLabel = ({ passedTests, totalTests }: Pick<AuditRow, 'passedTests' | 'totalTests'>): string =>
  passedTests === null || totalTests === null ? NO_VALUE : `${passedTests} of ${totalTests}`

export const ScoreChange = ({ audit }: { readonly audit: AuditRow | null }) =>
  audit?.scoreChange == null ? (
    <span className="soft">{NO_VALUE}</span>
  ) : (
    <Delta change={audit.scoreChange} of="score" vs="vs previous audit" />
  )

const UNKNOWN = 'The service did not answer: the audit may have run. The desk does not repeat it automatically.'

/** How an audit ended, where it did not end well. */
export const AuditState = ({ audit, isShort = false }: { readonly audit: AuditRow; readonly isShort?: boolean }) => {
  if (audit.state === 'done') return null
  const isUnknown = audit.state === 'unknown'
  return (
    <StateWord
      word={isUnknown ? (isShort ? 'unknown' : 'outcome unknown') : 'failed'}
      tone={isUnknown ? 'warn' : 'bad'}
      about={isUnknown ? UNKNOWN : audit.error?.message}
    />
  )
}
