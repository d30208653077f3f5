// One brand's report as files.
import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Report } from '../../src-shared/desk/reports.ts'
import type { ReportFormat } from '../../src-shared/desk/values/report-names.ts'
import type { ReportFiles } from './files.ts'
import type { PrintJob } from './printer.ts'
import type { StoredFile } from './queries/runs.ts'
import { renderHtml } from './render/html.ts'

export type PackToMake = {
  readonly brand: Brand
  readonly report: Report
  /** Below the folder of reports. */
  readonly folder: string
  readonly formats: readonly ReportFormat[]
  /** Null: no PDF file is made. */
  readonly job: PrintJob | null
  readonly files: ReportFiles
  readonly csv: (report: Report) => Promise<readonly { readonly name: string; readonly text: string }[]>
}

export type MadePack = { readonly files: StoredFile[]; readonly pages: number | null }

/** Each page is an object of its own; their tree is of the type Pages. */
export const pagesOf = (pdf: Uint8Array): number =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Type\s*\/Page(?![a-z])/g),
  ].length

/** Errors of node:fs carry a code. */
const notWritten = (error: unknown): unknown => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string'
    ? new DeskError(
        'storage',
        `The files could not be written (${code}). Check the disk's free space and rights, then try again.`,
      )
    : error
}

export const makePack = async (pack: PackToMake): Promise<MadePack> => {
  const { brand, report, folder, formats, job, files } = pack
  const html = formats.includes('html') || job !== null ? renderHtml(report) : ''
  const pdf = formats.includes('pdf') && job !== null ? await job.print(html) : null
  const tables = formats.includes('csv') ? await pack.csv(report) : []
  await files.makeFolder(folder)
  const wanted = [
    ...(pdf === null ? [] : [{ format: 'pdf' as const, end: '.pdf', data: pdf }]),
    ...(formats.includes('html') ? [{ format: 'html' as const, end: '.html', data: html }] : []),
    ...tables.map(({ name, text }) => ({ format: 'csv' as const, end: `-${name}.csv`, data: text })),
  ]
  if (wanted.length === 0) throw new DeskError('conflict', 'No PDF file could be made, and no other format was wanted.')
  const name = { text: brand.name, endings: wanted.map(({ end }) => end) }
  const written = await files.withName(folder, name, async (stem) => {
    const done: StoredFile[] = []
    try {
      for (const { format, end, data } of wanted)
        done.push({ format, ...(await files.write(folder, `${stem}${end}`, data, [brand])) })
      return done
    } catch (error) {
      await files.remove(done)
      throw notWritten(error)
    }
  })
  return { files: written, pages: pdf === null ? null : pagesOf(pdf) }
}
