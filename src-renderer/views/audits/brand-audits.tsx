import { Button, SegmentedControl } from '@mantine/core'
import { IconHeartRateMonitor, IconPlayerPlay } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { AuditRow, AuditSite } from '../../../src-shared/desk/research.ts'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { BrandMark } from '../../components/brand-badge.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { Name } from '../../components/name.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateWord } from '../../components/state-word.tsx'
import { useNow } from '../../components/use-now.ts'
import { formatDecimal, NO_VALUE, plural } from '../../format/numbers.ts'
import { shortSite } from '../../format/site.ts'
import { formatAgo, formatClock } from '../../format/time.ts'
import { runAudit, useAudits } from '../../store/audits.ts'
import { useBrand } from '../../store/brands.ts'
import { scoredAudits, scoresByDay } from './audit-rows.ts'
import css from './audits.module.css'
import { ReminderField } from './reminder-field.tsx'
import { AuditState, passedWords, Score, ScoreChange } from './score.tsx'
import { SiteField } from './site-field.tsx'

export const RunButton = ({ site, label, isQuiet = false }: { site: AuditSite; label: string; isQuiet?: boolean }) => {
  const brand = useBrand(site.brandId)
  const isRunning = useAudits((state) => state.running.has(site.brandId))
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={isRunning}
      disabled={site.url === null}
      onClick={() => void runAudit(site.brandId)}
    >
      <span className={css.act}>
        {label}
        {brand === undefined ? null : (
          <>
            <BrandMark name={brand.name} colour={brand.colour} size="sm" />
            <Name>{brand.name}</Name>
          </>
        )}
      </span>
    </Button>
  )
}

/** The last try, where it did not end well: what is known of it, and the person's own way on. */
const LastProblem = ({ site, last }: { readonly site: AuditSite; readonly last: AuditRow }) => {
  const nowMs = useNow()
  if (last.state === 'done') return null
  if (last.state === 'failed' && last.error !== null)
    return (
      <ErrorNotice
        title={`The audit of ${formatClock(last.at, nowMs)} failed`}
        error={last.error}
        action={<RunButton site={site} label="Run again for" isQuiet />}
      />
    )
  return (
    <section className={css.unknown} aria-label="Unknown outcome">
      <div>
        <strong>Nobody knows how the audit of {formatClock(last.at, nowMs)} ended.</strong>
        <div>
          Its answer never came, so it may have been run, and may count against the plan. It is not run again by itself.
        </div>
      </div>
      <RunButton site={site} label="Run again for" isQuiet />
    </section>
  )
}

const Site = ({ site }: { readonly site: AuditSite }) => (
  <Panel title="What is audited">
    <div className={css.siteBox}>
      <div>
        {site.url === null ? (
          <span className={css.soft}>No site is known: neither set nor seen in the rankings.</span>
        ) : (
          <>
            <bdi className={css.siteLarge}>{shortSite(site.url)}</bdi>
            <div className={css.soft}>
              {site.isGuessed
                ? 'Guessed: most of the ranked pages are there.'
                : 'Set by you. Emptied, it is guessed again.'}
            </div>
          </>
        )}
      </div>
      <SiteField site={site} isLarge />
      <div className={css.remind}>
        <span>Remind me</span>
        <ReminderField site={site} />
        {site.isDue ? <StateWord word="due" tone="warn" /> : null}
      </div>
      <p className={css.soft}>A reminder is a notice on this desk. It never runs an audit.</p>
    </div>
  </Panel>
)

const Facts = ({ last }: { readonly last: AuditRow | undefined }) => (
  <dl className={css.facts}>
    <div>
      <dt>Score</dt>
      <dd>{last === undefined ? NO_VALUE : formatDecimal(last.overallScore)}</dd>
    </div>
    <div>
      <dt>Tests passed</dt>
      <dd>{last === undefined ? NO_VALUE : passedWords(last)}</dd>
    </div>
    <div>
      <dt>Since the one before</dt>
      <dd>
        <ScoreChange audit={last ?? null} />
      </dd>
    </div>
  </dl>
)

const History = ({ scored }: { readonly scored: readonly AuditRow[] }) => {
  const [isTable, setTable] = useState(false)
  const { days, scores } = useMemo(() => scoresByDay(scored), [scored])
  const series = useMemo<ChartSeries>(
    () => ({ label: 'Score', kind: 'count', values: scores, format: (value) => formatDecimal(value) }),
    [scores],
  )
  return (
    <Panel
      title="Score over time"
      aside={
        <SegmentedControl
          aria-label="Show as"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={isTable ? 'table' : 'chart'}
          onChange={(next) => setTable(next === 'table')}
        />
      }
    >
      <Facts last={scored.at(-1)} />
      {isTable ? (
        <ChartTable
          caption="Score by audit"
          head={['When, UTC', 'Score', 'Passed']}
          rows={scored
            .toReversed()
            .map((audit) => [
              audit.at.replace('T', ' ').slice(0, 19),
              formatDecimal(audit.overallScore),
              passedWords(audit),
            ])}
        />
      ) : days.length < 2 ? (
        <p className={css.soft}>A line needs audits of two days at least; there is one so far.</p>
      ) : (
        <LineChart days={days} series={series} heightPx={180} />
      )}
    </Panel>
  )
}

/** The rest shares what is left. */
const WIDTHS: Readonly<Record<string, string>> = { When: '200px', Site: '230px' }
const HEADS = ['When', 'Site', 'Score', 'Passed', 'Change', 'How it ended'] as const

const List = ({ audits }: { readonly audits: readonly AuditRow[] }) => {
  const nowMs = useNow()
  return (
    <Panel title={plural(audits.length, 'audit')} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={css.historyBox} tabIndex={0} aria-label="History of audits">
        <table className={css.history}>
          <colgroup>
            {HEADS.map((title) => (
              <col key={title} style={WIDTHS[title] === undefined ? {} : { width: WIDTHS[title] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {HEADS.map((title, index) => (
                <th key={title} scope="col" data-numbers={(index > 1 && index < 5) || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {audits.map((audit) => (
              <tr key={audit.id}>
                <td>
                  {formatClock(audit.at, nowMs)} <span className={css.soft}>· {formatAgo(audit.at, nowMs)}</span>
                </td>
                <td title={audit.url}>
                  <bdi className={css.siteName}>{audit.url === '' ? NO_VALUE : shortSite(audit.url)}</bdi>
                </td>
                <td data-numbers>
                  <Score score={audit.overallScore} />
                </td>
                <td data-numbers>{passedWords(audit)}</td>
                <td data-numbers>
                  <ScoreChange audit={audit} />
                </td>
                <td>
                  {audit.state === 'done' ? <StateWord word="done" tone="plain" /> : <AuditState audit={audit} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

type Props = { readonly site: AuditSite; readonly audits: readonly AuditRow[] }

/** One brand: its site, its score over time, and every audit that was tried. */
export const BrandAudits = ({ site, audits }: Props) => {
  const scored = useMemo(() => scoredAudits(audits, site.url), [audits, site.url])
  return (
    <>
      {site.last === null ? null : <LastProblem site={site} last={site.last} />}
      <div className={css.columns}>
        {scored.length === 0 ? (
          <Panel>
            <EmptyState
              icon={<IconHeartRateMonitor size={20} />}
              title="No score yet"
              action={site.last === null ? <RunButton site={site} label="Audit" /> : null}
            >
              An audit loads the site and tests its search basics. The score and the tests it passed are kept here, so
              that you see what moved since.
            </EmptyState>
          </Panel>
        ) : (
          <History scored={scored} />
        )}
        <Site site={site} />
      </div>
      {audits.length === 0 ? null : <List audits={audits} />}
    </>
  )
}
