// What a reader's machine lacks: fonts of other scripts are in the file, and names do not leave their line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { renderHtml } from '../../../src-main/reports/render/html.ts'
import { createBrowserPrinter } from '../../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../../src-main/shells/print/work-folder.ts'
import type { Report } from '../../../src-shared/desk/reports.ts'
import { chromiumProgram } from '../../support/chromium.ts'
import { pdfContents } from '../../support/pdf-contents.ts'

const KEYWORDS = ['绿茶的功效', '東京 旅行', 'شاي أخضر', 'чай купить', 'café crème', 'x'.repeat(300), '👟 shoes']

const report = (rows: number): Report => ({
  brand: { id: 'b', name: 'شاي & 茶 GmbH', colour: '#123456' },
  title: 'Report',
  language: 'de',
  branding: { name: 'Agentur', logo: null, colour: '#ffee00', footer: 'Agentur · 东方' },
  period: { from: '2026-10-01', to: '2026-10-31' },
  measured: { from: '2026-10-01', to: '2026-10-31' },
  comparePeriod: { from: '2026-09-01', to: '2026-09-30' },
  createdAt: '2026-11-02T10:00:00.000Z',
  freshAsOf: null,
  placeholders: {} as Report['placeholders'], // not drawn
  sections: [
    {
      kind: 'keywords',
      title: 'Keywords',
      hasData: true,
      blocks: [
        {
          type: 'table',
          table: {
            ...{ id: 'k', title: 'Keywords', more: 5 },
            columns: [
              { key: 'keyword', label: 'Keyword', unit: 'text' },
              { key: 'clicks', label: 'Klicks', unit: 'number' },
            ],
            rows: Array.from({ length: rows }, (_, at) => [KEYWORDS[at % KEYWORDS.length] ?? '', 1000 + at]),
          },
        },
      ],
    },
  ],
})

test('fonts of every script are embedded, and the last page of a table has more than its last row', async () => {
  const { path, env } = await chromiumProgram()
  const folder = mkdtempSync(join(tmpdir(), 'test-print-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const job = await createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(folder) }).open()
  onTestFinished(job.close)
  const file = join(folder, 'a.pdf')
  // At some of these lengths the last row alone would not fit on the page before.
  for (let rows = 20; rows <= 40; rows += 1) {
    writeFileSync(file, await job.print(renderHtml(report(rows))))
    const { fonts, pages } = await pdfContents(file)
    expect(fonts.described).toBeGreaterThan(0)
    expect(fonts.embedded).toBe(fonts.described)
    const onLast = [...(pages.at(-1)?.text ?? '').matchAll(/1\.0\d\d/g)].length
    expect(onLast, `${rows} rows`).toBeGreaterThanOrEqual(4)
    expect(pages.at(-1)?.text).toContain('und 5 weitere')
  }
})
