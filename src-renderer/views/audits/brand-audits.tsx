import { Button, Group, Stack, Text } from '@mantine/core'
import { IconHeartRateMonitor, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditRow, AuditSite } from '../../../src-shared/desk/research.ts'
import { useDesk } from '../../data/use-desk.ts'
import { shortSite } from '../../format/site.ts'
import { formatClock } from '../../format/time.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { Columns } from '../../parts/columns.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { runAudit, useAudits } from '../../state/audits.ts'
import { AuditHistory } from './audit-history.tsx'
import { AuditTests } from './audit-tests.tsx'
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
      <ActionLabel what={label} brandIds={[site.brandId]} />
    </Button>
  )
}

/** Why the last audit failed or has no known outcome, with a button to run it again. */
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
    <section aria-label="Unknown outcome">
      <Notice tone="warn" actions={<RunButton site={site} label="Run again for" isQuiet />}>
        <strong>The outcome of the audit of {formatClock(last.at, nowMs)} is unknown.</strong> The service did not
        answer, so the audit may have run and may use your plan’s limit. The desk does not repeat it automatically.
      </Notice>
    </section>
  )
}

const Site = ({ site }: { readonly site: AuditSite }) => (
  <Panel title="Audited site">
    <Stack>
      <div>
        {site.url === null ? (
          <Text c="dimmed">No site: none is set and none is in the rankings.</Text>
        ) : (
          <>
            <Text component="bdi" size="lg" fw={600}>
              {shortSite(site.url)}
            </Text>
            <Text c="dimmed">
              {site.isGuessed ? 'Detected: most ranked pages are there.' : 'Set by you. Clear it to detect it again.'}
            </Text>
          </>
        )}
      </div>
      <SiteField site={site} isLarge />
      <Group>
        <span>Remind me</span>
        <ReminderField site={site} />
        {site.isDue ? <StateWord word="due" tone="warn" /> : null}
      </Group>
      <Text c="dimmed">A reminder is a notice on this desk. It does not run an audit.</Text>
    </Stack>
  </Panel>
)

/** One brand: its site, its score over time, and all its audits. */
export const BrandAudits = ({ site }: { readonly site: AuditSite }) => {
  const { value, error, reload } = useDesk('research.auditScores', { brandIds: [site.brandId] })
  const scored = value?.brands[0]?.rows
  const [opened, setOpened] = useState<AuditRow | null>(null)
  const shown = opened ?? (site.last?.state === 'done' ? site.last : scored?.at(-1))
  return (
    <>
      <ErrorNotice title="The scores could not be read" error={error} onRetry={reload} />
      {site.last === null ? null : <LastProblem site={site} last={site.last} />}
      <Columns>
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
          <ScoreHistory brandId={site.brandId} scored={scored} />
        )}
        <Site site={site} />
      </Columns>
      {shown === undefined ? null : (
        <AuditTests audit={shown} again={<RunButton site={site} label="Run again for" isQuiet />} />
      )}
      <AuditHistory brandId={site.brandId} onOpen={setOpened} />
    </>
  )
}
