import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { filesLabel, madeLabel, periodLabel, runWord, toMake } from '../../format/report-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Notice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import { byNeed, PackList } from './pack-list.tsx'
import { RunActions } from './run-actions.tsx'

type Props = { readonly runId: string; readonly onClose: () => void }

/** Reports that were made together: each brand, its files, and what failed. */
export const RunPanel = ({ runId, onClose }: Props) => {
  const { value, error, reload } = useDesk('reports.run', { runId })
  const packs = useMemo(() => byNeed(value?.packs ?? []), [value])
  const run = value?.run
  return (
    <SidePanel
      title={run === undefined ? 'Reports' : `${periodLabel(run.period)} · ${run.templateName}`}
      note={run === undefined ? null : joinParts([formatMoment(run.startedAt), filesLabel(run)])}
      onClose={onClose}
    >
      <ErrorNotice error={error} title="These reports could not be read" onRetry={reload} />
      {run === undefined ? null : (
        <>
          {run.state === 'running' ? (
            <div>
              <Text size="xs" mb={4} role="status">
                {madeLabel(run)}
              </Text>
              <Meter label="Reports made" value={run.done + run.failed} max={toMake(run)} />
            </div>
          ) : (
            <div>
              <StateWord {...runWord(run)} />
            </div>
          )}
          {run.message === null ? null : <Notice tone="warn">{run.message}</Notice>}
          <RunActions run={run} />
          <PackList label="Reports by brand" packs={packs} />
        </>
      )}
    </SidePanel>
  )
}
