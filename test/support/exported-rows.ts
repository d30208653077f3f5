import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { closeNote } from './page-checks.ts'

export type ExportedRow = Readonly<Record<string, string>>

/** The file of the last export, by the columns of its header. */
export const exportedRows = async (page: Page, count: number): Promise<ExportedRow[]> => {
  const note = page.getByRole('alert').filter({ hasText: `${count} row${count === 1 ? '' : 's'} exported` })
  const path = (await note.locator('code').textContent()) ?? ''
  await closeNote(note)
  return parse(await readFile(path, 'utf8'), { columns: true, bom: true })
}
