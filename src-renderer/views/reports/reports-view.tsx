import { Page } from '../../parts/panel.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { useParams } from '../../state/location.ts'
import { Welcome } from '../brands/welcome.tsx'
import { NewReport } from './new-report.tsx'
import { NewReportAction, useReportCommands } from './new-report-action.tsx'
import { Made } from './packs.tsx'
import { ReviewDrafts } from './review.tsx'

/** Reports for clients: ordered, reviewed and made. */
export const ReportsView = () => {
  const { section } = useParams()
  const hasNone = useHasNoBrands()
  useReportCommands()
  if (hasNone) return <Welcome />
  if (section === 'review') return <ReviewDrafts />
  if (section === 'new')
    return (
      <Page>
        <NewReport />
      </Page>
    )
  return (
    <>
      <NewReportAction />
      <Made />
    </>
  )
}
