import type { ExportListName } from '../../src-shared/desk/export-lists.ts'
import type { ExportList } from './list.ts'
import { alertLists } from './lists/alerts.ts'
import { annotationLists } from './lists/annotations.ts'
import { outreachLists } from './lists/outreach.ts'
import { publishingLists } from './lists/publishing.ts'
import { reportLists } from './lists/reports.ts'
import { researchLists } from './lists/research.ts'
import { searchLists } from './lists/search.ts'
import { settingsLists } from './lists/settings.ts'

export const exportLists = {
  ...alertLists,
  ...searchLists,
  ...annotationLists,
  ...researchLists,
  ...reportLists,
  ...outreachLists,
  ...publishingLists,
  ...settingsLists,
} satisfies Readonly<Record<ExportListName, ExportList>>
