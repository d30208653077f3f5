import { useCommands } from '../../commands/use-commands.ts'
import { openReports } from '../../state/reports.ts'

export const useReportCommands = (): void =>
  useCommands('Reports', [
    { id: 'reports.new-here', title: 'New report', keys: ['n'], isKeyOnly: true, run: () => openReports('new') },
  ])
