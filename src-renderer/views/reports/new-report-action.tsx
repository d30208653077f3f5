import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { MainAction } from '../../parts/main-action.tsx'
import { openReports } from '../../state/reports.ts'

export const NewReportAction = () => (
  <MainAction>
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => openReports('new')}>
      New report
    </Button>
  </MainAction>
)
