import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { createBrowserPrinter } from '../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../src-main/shells/print/work-folder.ts'
import { calls } from '../../src-shared/desk/contract.ts'
import { chromiumProgram } from '../support/chromium.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openReportDesk } from '../support/report-desk.ts'
import { tempHome } from '../support/temp-home.ts'

test('desk report makes files, copies them, and says with its exit code what is missing', async () => {
  const opened = await openReportDesk({ keywords: 5 })
  const { brands, call } = opened
  await call('brands.update', { brandId: brands[1]?.id ?? '', tags: ['retail'] })
  const { home: out } = tempHome()
  const run = (...args: string[]) => runDeskCommand(opened, ['report', ...args])

  const whole = await run('Short report', '--period', '2026-01', '--formats', 'html,csv', '--zip', '--out', out)
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(whole.stdout).toContain('2 of 2 reports for 2026-01-01 to 2026-01-31')
  const names = brands.flatMap(({ slug }) => [`${slug}-keywords.csv`, `${slug}-tables.csv`, `${slug}.html`])
  expect(readdirSync(join(out, '2026-01')).toSorted()).toEqual([...names, 'short-report-2-brands.zip'].toSorted())

  // Nothing prints here: HTML is made, and the command says what is missing.
  const tagged = await run(
    'short',
    '--tag',
    'retail',
    '--period',
    '2026-01-01..2026-01-10',
    '--formats',
    'pdf,html',
    '--json',
  )
  expect(tagged.code).toBe(1)
  expect(JSON.parse(tagged.stdout)).toMatchObject({
    run: { total: 1, done: 1, message: expect.stringContaining('Install') },
    packs: [{ brandId: brands[1]?.id, files: [{ format: 'html' }] }],
  })

  for (const args of [
    ['short', '--period', 'soon'],
    ['short', '--formats', 'docx'],
    [],
    ['short', '--brands', 'a', '--tag', 'b'],
  ])
    expect((await run(...args)).code).toBe(2)
  const unknown = await run('weekly')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('monthly (Monthly report)') })
})

test('desk report makes PDF, HTML and CSV, when no formats are given', async () => {
  const { path, env } = await chromiumProgram()
  const printer = createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(tempHome().home) })
  const opened = await openReportDesk({ keywords: 5, names: ['Aurora Fittings'], printer })
  const made = await runDeskCommand(opened, ['report', 'short', '--period', '2026-01', '--json'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const { packs } = calls['reports.run'].output.parse(JSON.parse(made.stdout))
  const names = packs.flatMap(({ files }) => files.map(({ path: file }) => basename(file)))
  const endings = ['-keywords.csv', '-tables.csv', '.html', '.pdf']
  expect(names.toSorted()).toEqual(endings.map((ending) => `aurora-fittings${ending}`))
})
