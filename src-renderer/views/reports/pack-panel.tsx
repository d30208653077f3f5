import { Button, Text } from '@mantine/core'
import { PACK_LABELS, periodLabel } from '../../format/report-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { useBrand } from '../../state/brands.ts'
import { openReports, type PackRow } from '../../state/reports.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { PackFiles } from './files.tsx'

type Props = { readonly pack: PackRow; readonly onClose: () => void }

/** One report of the brand in view. */
export const PackPanel = ({ pack, onClose }: Props) => {
  const { id, brandId, state, reason, files, run, summary, nextSteps } = pack
  const whose = useBrand(brandId)?.name ?? 'this brand'
  return (
    <SidePanel
      title={`${periodLabel(run.period)} · ${run.templateName}`}
      note={formatMoment(run.startedAt)}
      onClose={onClose}
    >
      <div>
        <StateWord {...PACK_LABELS[state]} />
      </div>
      {reason === null ? null : <Text c={state === 'failed' ? 'var(--bad)' : 'dimmed'}>{reason}</Text>}
      {state === 'review' ? (
        <div>
          <Button onClick={() => openReports('review', { pack: id })}>Review this draft</Button>
        </div>
      ) : null}
      <PackFiles files={files} whose={whose} />
      {[
        ['Summary', summary],
        ['Next steps', nextSteps],
      ].map(([name, text]) =>
        text === null || text === undefined || text === '' ? null : (
          <section key={name}>
            <SideHeading>{name}</SideHeading>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
          </section>
        ),
      )}
    </SidePanel>
  )
}
