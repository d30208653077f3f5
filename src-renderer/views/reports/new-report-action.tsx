import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCommands } from '../../commands/use-commands.ts'
import { MainAction } from '../../parts/main-action.tsx'
import { openReports } from '../../state/reports.ts'

export const useReportCommands = (): void =>
  useCommands('Reports', [
    { id: 'reports.new-here', title: 'New report', keys: ['n'], isKeyOnly: true, run: () => openReports('new') },
  ])

export const NewReportAction = () => (
  <MainAction>
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => openReports('new')}>
      New report
    </Button>
  </MainAction>
)
