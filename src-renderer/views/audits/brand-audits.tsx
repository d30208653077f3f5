import { Button } from '@mantine/core'
import { IconHeartRateMonitor, IconPlayerPlay } from '@tabler/icons-react'
import type { AuditRow, AuditSite } from '../../../src-shared/desk/research.ts'
import { useDesk } from '../../data/use-desk.ts'
import { shortSite } from '../../format/site.ts'
import { formatClock } from '../../format/time.ts'
import { ActWords } from '../../parts/act-words.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { runAudit, useAudits } from '../../state/audits.ts'
import { AuditHistory } from './audit-history.tsx'
import css from './audits.module.css'
import { ReminderField } from './reminder-field.tsx'
import { ScoreHistory } from './score-history.tsx'
import { SiteField } from './site-field.tsx'

export const RunButton = ({ site, label, isQuiet = false }: { site: AuditSite; label: string; isQuiet?: boolean }) => {
  const isRunning = useAudits((state) => state.running.has(site.brandId))
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={isRunning}
      disabled={site.url === null}
      onClick={() => void runAudit(site.brandId)}
    >
      <ActWords what={label} brandIds={[site.brandId]} />
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
        <strong>The outcome of the audit of {formatClock(last.at, nowMs)} is unknown.</strong>
        <div>
          The service did not answer, so the audit may have run and may use your plan’s limit. The desk does not repeat
          it automatically.
        </div>
      </div>
      <RunButton site={site} label="Run again for" isQuiet />
    </section>
  )
}

const Site = ({ site }: { readonly site: AuditSite }) => (
  <Panel title="Audited site">
    <div className={css.siteBox}>
      <div>
        {site.url === null ? (
          <span className={css.soft}>No site: none is set and none is in the rankings.</span>
        ) : (
          <>
            <bdi className={css.siteLarge}>{shortSite(site.url)}</bdi>
            <div className={css.soft}>
              {site.isGuessed ? 'Detected: most ranked pages are there.' : 'Set by you. Clear it to detect it again.'}
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
      <p className={css.soft}>A reminder is a notice on this desk. It does not run an audit.</p>
    </div>
  </Panel>
)

/** One brand: its site, its score over time, and every audit that was tried. */
export const BrandAudits = ({ site }: { readonly site: AuditSite }) => {
  const { value, error, reload } = useDesk('research.auditScores', { brandIds: [site.brandId] })
  const scored = value?.brands[0]?.rows
  return (
    <>
      {error === undefined ? null : <ErrorNotice title="The scores could not be read" error={error} onRetry={reload} />}
      {site.last === null ? null : <LastProblem site={site} last={site.last} />}
      <div className={css.columns}>
        {scored === undefined ? (
          <div />
        ) : scored.length === 0 ? (
          <Panel>
            <EmptyState
              icon={<IconHeartRateMonitor size={20} />}
              title="No score yet"
              action={site.last === null ? <RunButton site={site} label="Audit" /> : null}
            >
              An audit loads the site and tests its search basics. The desk keeps each score and the passed tests, so
              you can compare.
            </EmptyState>
          </Panel>
        ) : (
          <ScoreHistory scored={scored} />
        )}
        <Site site={site} />
      </div>
      <AuditHistory brandId={site.brandId} />
    </>
  )
}
