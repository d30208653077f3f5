import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { MainAction } from '../../parts/main-action.tsx'
import { Page } from '../../parts/panel.tsx'
import { useBrands } from '../../state/brands.ts'
import { useParams } from '../../state/location.ts'
import { openReports, type ReportSection, reportSectionOf } from '../../state/reports.ts'
import { Welcome } from '../brands/welcome.tsx'
import { BrandingSection } from './branding.tsx'
import { NewReport } from './new-report.tsx'
import { Made } from './packs.tsx'
import { ReviewDrafts } from './review.tsx'
import { SchedulesSection } from './schedules.tsx'
import { TemplatesSection } from './templates.tsx'

const TABS = [
  { value: 'packs', label: 'Reports' },
  { value: 'templates', label: 'Templates' },
  { value: 'branding', label: 'Branding' },
  { value: 'schedules', label: 'Schedules' },
] as const satisfies readonly { value: ReportSection; label: string }[]

const Tabs = ({ current }: { readonly current: ReportSection }) => (
  <SegmentedControl
    aria-label="Part of the reports"
    data={[...TABS]}
    // Ordering and reviewing are steps of the first one.
    value={TABS.some(({ value }) => value === current) ? current : 'packs'}
    onChange={(next) => openReports(reportSectionOf(next))}
  />
)

const PARTS: Readonly<Record<'templates' | 'branding' | 'schedules' | 'new', ComponentType>> = {
  templates: TemplatesSection,
  branding: BrandingSection,
  schedules: SchedulesSection,
  new: NewReport,
}

/** Reports for clients: made, reviewed, and what they are made of. */
export const ReportsView = () => {
  const { section } = useParams()
  const current = reportSectionOf(section)
  const hasNone = useBrands((state) => state.isLoaded && state.list.length === 0)
  useCommands('Reports', [
    { id: 'reports.new-here', title: 'New report', keys: ['n'], isKeyOnly: true, run: () => openReports('new') },
    { id: 'reports.packs', title: 'Reports: all that were made', run: () => openReports('packs') },
  ])
  if (hasNone) return <Welcome />
  const main =
    current === 'new' || current === 'review' ? null : (
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => openReports('new')}>
          New report
        </Button>
      </MainAction>
    )
  const tabs = <Tabs current={current} />
  if (current === 'packs')
    return (
      <>
        {main}
        <Made note={tabs} />
      </>
    )
  if (current === 'review') return <ReviewDrafts actions={tabs} />
  const Part = PARTS[current]
  return (
    <>
      {main}
      <Page note={tabs}>
        <Part />
      </Page>
    </>
  )
}
