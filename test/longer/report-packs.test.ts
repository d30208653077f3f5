// What clients get: read from the PDF files that a real browser printed.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createBrowserPrinter } from '../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../src-main/shells/print/work-folder.ts'
import type { ReportPack } from '../../src-shared/desk/reports.ts'
import { chromiumProgram } from '../support/chromium.ts'
import { pdfContents } from '../support/pdf-contents.ts'
import { openReportDesk } from '../support/report-desk.ts'
import { tempHome } from '../support/temp-home.ts'

const NAMES = ['Aurora Fittings', 'Borealis Tea', 'Cumulus <b>&"Bikes"']
const PERIOD = { days: 28 } as const
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const share = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

const realPrinter = async ({ home } = tempHome()) => {
  const { path, env } = await chromiumProgram()
  return createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(home) })
}

const pathOf = (pack: ReportPack | undefined, format: string): string =>
  pack?.files.find((file) => file.format === format)?.path ?? ''

test('packs of a batch hold the numbers of their own brand, tagged, with fonts and vector charts, and go with it', async () => {
  const { call, brands, untilEnd, desk } = await openReportDesk({ printer: await realPrinter(), names: NAMES })
  const [first, second] = brands
  if (first === undefined || second === undefined) throw new Error('There are brands.')
  await call('reports.setBranding', {
    brandId: null,
    branding: {
      name: 'North & Co',
      logo: LOGO,
      colour: '#ffd43b',
      footer: 'North & Co · "Secret"; } body { display: none',
    },
  })
  const order = { templateId: 'monthly', period: PERIOD, formats: ['pdf', 'html', 'csv'], asZip: true } as const
  const run = await untilEnd(() => call('reports.create', { ...order, formats: [...order.formats] }))
  expect(run).toMatchObject({ state: 'done', done: 3, failed: 0, message: null })
  const { packs } = await call('reports.run', { runId: run.id })
  const contents = await Promise.all(packs.map((pack) => pdfContents(pathOf(pack, 'pdf'))))
  const [own] = contents
  if (own === undefined) throw new Error('There is a pack.')

  // The numbers: those of the totals, and each keyword of the table as the export has it.
  const { period } = run
  const draft = await call('reports.draft', { brandId: first.id, templateId: 'monthly', period })
  const input = { brandIds: [first.id], period, comparePeriod: draft.comparePeriod ?? ('previous' as const) }
  const totals = await call('rankings.totals', input)
  for (const text of [
    `Clicks ${whole.format(totals.clicks.now)}`,
    `Impressions ${whole.format(totals.impressions.now)}`,
    `CTR ${share.format(totals.ctr.now)}`,
    `Average position ${one.format(totals.avgPosition ?? 0)}`,
    ...totals.bands.slice(1, 4).map(({ band, keywords }) => `${band.replace('-', '–')} ${whole.format(keywords)}`),
  ])
    expect(own.text).toContain(text)
  const sort = { by: 'clicks', direction: 'desc' } as const
  const exported = await call('exports.write', { list: 'rankings', input: { ...input, sort }, headers: 'machine' })
  const rows: Record<string, string>[] = parse(readFileSync(exported.path, 'utf8'), { columns: true })
  expect(rows.length).toBeGreaterThan(28)
  const signed = (value: string, format: Intl.NumberFormat) => {
    const text = format.format(Number(value))
    return !/[1-9]/.test(text) ? text.replace('-', '') : Number(value) > 0 ? `+${text}` : text.replace('-', '−')
  }
  for (const row of rows.slice(0, 28)) {
    const position = row.position === '' ? '—' : one.format(Number(row.position))
    const moved = row.positionChange === '' ? '—' : signed(row.positionChange ?? '', one)
    const clicks = row.clicksChange === '' ? '—' : signed(row.clicksChange ?? '', whole)
    const line = [
      row.keyword,
      position,
      moved,
      whole.format(Number(row.clicks)),
      clicks,
      whole.format(Number(row.impressions)),
    ]
    expect(own.text).toContain(line.join(' '))
  }
  const csv: string[][] = parse(
    readFileSync(
      pathOf(
        {
          ...packs[0],
          files: packs[0]?.files.filter(({ fileName }) => fileName.endsWith('-keywords.csv')) ?? [],
        } as ReportPack,
        'csv',
      ),
    ),
  )
  expect(csv.slice(1).map((line) => line[1])).toEqual(rows.map(({ keyword }) => keyword))

  // Nothing of another brand, in no file.
  for (const [at, pack] of packs.entries()) {
    const others = brands.filter(({ id }) => id !== pack.brandId)
    for (const { name, slug } of others) {
      expect(contents[at]?.text).not.toContain(name)
      for (const { path } of pack.files) expect(readFileSync(path, 'latin1')).not.toMatch(new RegExp(slug, 'i'))
    }
    expect(contents[at]?.text).toContain(brands[at]?.name)
  }

  // Readers with assistive technology, printers and archives.
  for (const { isMarked, outline, pages, fonts, language, title } of contents) {
    expect({ isMarked, language }).toEqual({ isMarked: true, language: 'en' })
    expect(outline).toHaveLength(1)
    expect(title).toContain('Search report')
    expect(pages.map(({ structure }) => structure).join('')).toMatch(/"Table".*"TH".*"TD"/s)
    expect(fonts.described).toBeGreaterThan(0)
    expect(fonts.embedded).toBe(fonts.described)
    expect(pages.map(({ images }) => images)).toEqual(pages.map((_, at) => (at === 0 ? 1 : 0))) // the logo alone
    expect(Math.max(...pages.map(({ paths }) => paths))).toBeGreaterThan(10)
    expect(pages[1]?.text).toContain(`2 / ${pages.length}`)
    expect(pages[1]?.text).toContain('North & Co · "Secret"; } body { display: none')
  }
  expect(packs.map(({ pages }) => pages)).toEqual(contents.map(({ pages }) => pages.length))

  // One ZIP with all of them; a removed brand takes its files and the ZIP with it.
  const zipPath = run.zip?.path ?? ''
  const names = packs.flatMap(({ files }) => files.map(({ path }) => path.split(/[\\/]/).at(-1)))
  expect(Object.keys(unzipSync(readFileSync(zipPath))).toSorted()).toEqual(names.toSorted())
  const { exports } = await call('brands.remove', { brandId: second.id })
  expect(exports.failed).toEqual([])
  expect(existsSync(zipPath)).toBe(false)
  const left = readdirSync(join(desk.exportsFolder, 'reports'), { recursive: true }).map(String)
  const kept = packs
    .filter(({ brandId }) => brandId !== second.id)
    .flatMap(({ files }) => files.map(({ path }) => path))
  expect(left.filter((name) => statSync(join(desk.exportsFolder, 'reports', name)).isFile())).toHaveLength(kept.length)
  for (const path of kept) expect(existsSync(path)).toBe(true)
  expect((await call('reports.run', { runId: run.id })).run).toMatchObject({ total: 2, zip: null })
})

test('a run that is cancelled ends its browser, and leaves no folder of it', async () => {
  const printing = tempHome()
  const printer = await realPrinter(printing)
  const { call, untilEnd, next } = await openReportDesk({ printer, names: NAMES, keywords: 20 })
  const left = () => readdirSync(join(printing.home, 'print'))
  const making = next('reports.progress', ({ pack }) => pack?.state === 'making')
  const ended = await untilEnd(async () => {
    const run = await call('reports.create', { templateId: 'short', period: PERIOD })
    await making
    expect(left()).toHaveLength(1)
    return call('reports.cancel', { runId: run.id })
  })
  expect(ended.state).toBe('cancelled')
  const { packs } = await call('reports.run', { runId: ended.id })
  expect(packs.at(-1)).toMatchObject({ state: 'cancelled', files: [] })
  expect(left()).toEqual([])
})

test('files have a name on every system, and brands with the same name their own file', async () => {
  const names = ['Acme', 'Acme', 'ACME.', 'Con', '老茶馆']
  const { call, brands, untilEnd } = await openReportDesk({ names, keywords: 8 })
  const order = { templateId: 'monthly', period: { month: '2026-10' }, formats: ['html', 'csv'], asZip: true } as const
  const make = () => untilEnd(() => call('reports.create', { ...order, formats: [...order.formats] }))
  const filesOf = async (runId: string) => {
    const { packs } = await call('reports.run', { runId })
    expect(packs.map(({ brandId }) => brandId)).toEqual(brands.map(({ id }) => id))
    return packs.flatMap(({ files }) => files.map(({ fileName }) => fileName))
  }
  const run = await make()
  const first = await filesOf(run.id)
  expect(run).toMatchObject({ done: 5, zip: { fileName: 'reports/2026-10/monthly-report-5-brands.zip' } })
  const html = first.filter((name) => name.endsWith('.html')).map((name) => name.replace('reports/2026-10/', ''))
  expect(html.toSorted()).toEqual(['acme-2.html', 'acme-3.html', 'acme.html', 'con-report.html', '老茶馆.html'])
  const bare = (name: string) => name.split('/').at(-1)
  const zipped = unzipSync(readFileSync(run.zip?.path ?? ''))
  expect(Object.keys(zipped).toSorted()).toEqual(first.map(bare).toSorted())

  // Made again in the same month, beside the first ones.
  const again = await make()
  const second = await filesOf(again.id)
  expect(new Set([...first, ...second]).size).toBe(30)
  expect(again.zip?.fileName).toBe('reports/2026-10/monthly-report-5-brands-2.zip')
})

test('a failed brand stops no other, PDF is refused with advice where nothing prints, and a cut-off run is resumed', async () => {
  const opened = await openReportDesk({ names: NAMES, keywords: 20 })
  const { call, brands, untilEnd, desk, home } = opened
  await expect(call('reports.create', { templateId: 'short', period: PERIOD })).rejects.toThrow('Install Google Chrome')
  expect(await call('reports.printer', {})).toMatchObject({
    printer: null,
    message: expect.stringContaining('Install'),
  })

  // A folder where the file would be written.
  const period = { from: '2026-01-01', to: '2026-01-31' }
  const folder = join(desk.exportsFolder, 'reports', '2026-01')
  mkdirSync(join(folder, `${brands[1]?.slug}.html.part`), { recursive: true })
  const failed = await untilEnd(() => call('reports.create', { templateId: 'short', period, formats: ['pdf', 'html'] }))
  expect(failed).toMatchObject({ state: 'done', done: 2, failed: 1, message: expect.stringContaining('Install') })
  const { packs } = await call('reports.run', { runId: failed.id })
  expect(packs.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  expect(packs[1]?.reason).toContain('EISDIR')
  expect(readFileSync(packs[0]?.files[0]?.path ?? '', 'utf8')).toContain('There is no ranking data for this period.')
  expect(readdirSync(folder).filter((name) => name.startsWith('borealis'))).toEqual([`${brands[1]?.slug}.html.part`])

  // The desk ends with two of three under way.
  const cut = await call('reports.create', { templateId: 'short', period: PERIOD, formats: ['html'] })
  await opened.close()
  const { openTestDesk } = await import('../support/composed-desk.ts')
  const again = await openTestDesk({ home })
  const before = await again.call('reports.run', { runId: cut.id })
  expect(before.run.state).toBe('interrupted')
  expect(before.packs.at(-1)?.state).toBe('interrupted')
  const ended = again.next('reports.progress', ({ run }) => run.state === 'done')
  await again.call('reports.resume', { runId: cut.id })
  expect((await ended).run).toMatchObject({ done: 3, failed: 0 })
})
