import { IconReportAnalytics } from '@tabler/icons-react'
import { openReports } from '../state/reports.ts'
import { inGroup } from './registry.ts'

export const reportCommands = inGroup('Reports', [
  {
    id: 'report.new',
    title: 'New report',
    icon: IconReportAnalytics,
    keys: ['shift+g'],
    run: () => openReports('new'),
  },
  { id: 'report.review', title: 'Review report drafts', run: () => openReports('review') },
  { id: 'report.templates', title: 'Report templates', run: () => openReports('templates') },
  { id: 'report.branding', title: 'Report branding', run: () => openReports('branding') },
  { id: 'report.schedules', title: 'Report schedules', run: () => openReports('schedules') },
])
