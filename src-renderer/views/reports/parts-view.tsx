import type { ComponentType, ReactNode } from 'react'
import { Page } from '../../parts/panel.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { Welcome } from '../brands/welcome.tsx'
import { BrandingSection } from './branding.tsx'
import { NewReportAction, useReportCommands } from './new-report-action.tsx'
import { SchedulesSection } from './schedules.tsx'
import { TemplatesSection } from './templates.tsx'

/** What reports are made of, as a tab. `action`: of the header, where the part brings none. */
const tabOf =
  (Part: ComponentType, action: ReactNode = null) =>
  () => {
    useReportCommands()
    if (useHasNoBrands()) return <Welcome />
    return (
      <Page>
        {action}
        <Part />
      </Page>
    )
  }

export const TemplatesView = tabOf(TemplatesSection, <NewReportAction />)
export const BrandingView = tabOf(BrandingSection, <NewReportAction />)
export const SchedulesView = tabOf(SchedulesSection)
