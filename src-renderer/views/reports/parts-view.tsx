import type { ComponentType } from 'react'
import { Page } from '../../parts/panel.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { Welcome } from '../brands/welcome.tsx'
import { BrandingSection } from './branding.tsx'
import { NewReportAction } from './new-report-action.tsx'
import { SchedulesSection } from './schedules.tsx'
import { TemplatesSection } from './templates.tsx'
import { useReportCommands } from './use-report-commands.ts'

/** What reports are made of, as a tab. */
const tabOf = (Part: ComponentType) => () => {
  useReportCommands()
  if (useHasNoBrands()) return <Welcome />
  return (
    <Page>
      <NewReportAction />
      <Part />
    </Page>
  )
}

export const TemplatesView = tabOf(TemplatesSection)
export const BrandingView = tabOf(BrandingSection)
export const SchedulesView = tabOf(SchedulesSection)
