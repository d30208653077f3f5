import { copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ReportBrands, ReportPeriod, ReportRun } from '../../../src-shared/desk/reports.ts'
import { REPORT_FORMATS, type ReportFormat } from '../../../src-shared/desk/values/report-names.ts'
import { callDesk } from '../../desk.ts'
import { barOf } from '../progress.ts'
import { JSON_OPTION, type Options, parse, splitList, type Values } from './arguments.ts'
import { type Command, type CommandDesk, findBrandIds, print, type Terminal, UsageError } from './command.ts'
import { suggestionFor } from './suggest.ts'

const OPTIONS = {
  brands: { type: 'string' },
  tag: { type: 'string' },
  period: { type: 'string', default: 'last-month' },
  formats: { type: 'string', default: REPORT_FORMATS.join(',') },
  /** A folder for copies of the files, in a folder for each period as the desk has them. */
  out: { type: 'string' },
  zip: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

type Packs = CallOutput<'reports.run'>

/** A desk that ends in the middle sends no event; it is asked now and then. */
const ASK_AGAIN_MS = 2000

/** `2026-10`, `last-month`, or days as `2026-10-01..2026-10-15`. */
const periodOf = (text: string): ReportPeriod => {
  if (text === 'last-month') return text
  if (/^\d{4}-\d{2}$/.test(text)) return { month: text }
  const [from, to] = text.split('..')
  if (from === undefined || to === undefined)
    throw new UsageError('Write --period as 2026-10, last-month or 2026-10-01..2026-10-15.')
  return { from, to }
}

const formatsOf = (names: readonly string[]): ReportFormat[] =>
  names.map((name) => {
    const format = REPORT_FORMATS.find((one) => one === name)
    if (format === undefined)
      throw new UsageError(
        `There is no format "${name}".${suggestionFor(name, REPORT_FORMATS)} Formats: ${REPORT_FORMATS.join(', ')}.`,
      )
    return format
  })

const findTemplate = async (desk: CommandDesk, wanted: string): Promise<string> => {
  const { templates } = await callDesk(desk, 'reports.templates', {})
  const isWanted = (name: string) => name.toLowerCase() === wanted.toLowerCase()
  const found = templates.find(({ id }) => id === wanted) ?? templates.find(({ name }) => isWanted(name))
  if (found !== undefined) return found.id
  const hint = suggestionFor(
    wanted,
    templates.flatMap(({ id, name }) => [id, name]),
  )
  throw new DeskError(
    'not-found',
    `There is no report template "${wanted}".${hint} Templates: ${templates.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
  )
}

const brandsOf = async (desk: CommandDesk, { brands, tag }: Values<typeof OPTIONS>): Promise<ReportBrands> => {
  const wanted = splitList(brands)
  if (wanted !== undefined) return { brandIds: await findBrandIds(desk, wanted) }
  return tag === undefined || tag === 'all' ? 'all' : { tags: [tag] }
}

/** Follows the run to its end; Ctrl-C cancels what has not begun. */
const untilEnd = async (desk: CommandDesk, terminal: Terminal, { id: runId }: ReportRun): Promise<Packs> => {
  const { isTTY = false, columns = 80 } = terminal.stderr
  let wake = () => {}
  const draw = ({ done, failed, total }: ReportRun) => {
    const more = failed === 0 ? '' : `  ${failed} failed`
    if (isTTY) void terminal.stderr.write(`\r\u001B[K${barOf({ done: done + failed, total, more, columns })}`)
  }
  const stop = desk.subscribe((event) => {
    if (event.name !== 'reports.progress' || event.payload.run.id !== runId) return
    if (event.payload.run.state === 'running') draw(event.payload.run)
    else wake()
  })
  const cancel = () => void desk.call('reports.cancel', { runId })
  terminal.signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const ended = new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, ASK_AGAIN_MS)
      })
      const packs = await callDesk(desk, 'reports.run', { runId })
      if (packs.run.state !== 'running') return packs
      await ended
    }
  } finally {
    stop()
    terminal.signal.removeEventListener('abort', cancel)
    if (isTTY) await terminal.stderr.write('\r\u001B[K')
  }
}

const filesOf = ({ run, packs }: Packs): string[] => [
  ...packs.flatMap(({ files }) => files.map(({ path }) => path)),
  ...(run.zip === null ? [] : [run.zip.path]),
]

/** Copies: the desk keeps its own, and deletes those of a removed brand. */
const copyTo = async (out: string, ended: Packs): Promise<void> => {
  try {
    for (const path of filesOf(ended)) {
      const folder = join(out, basename(dirname(path)))
      await mkdir(folder, { recursive: true })
      await copyFile(path, join(folder, basename(path)))
    }
  } catch (error) {
    throw new DeskError(
      'storage',
      `The reports could not be copied to ${out}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const summary = async (desk: CommandDesk, { run, packs }: Packs, out: string | undefined): Promise<string> => {
  const { brands } = await callDesk(desk, 'brands.list', {})
  const nameOf = (id: string) => brands.find((brand) => brand.id === id)?.name ?? id
  const seconds = run.endedAt === null ? 0 : (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000
  const bad = packs.filter(({ state }) => state !== 'done')
  return [
    `${run.done} of ${run.total} reports for ${run.period.from} to ${run.period.to} in ${seconds.toFixed(1)} s: ${out ?? run.folder}`,
    ...(run.zip === null ? [] : [`ZIP: ${run.zip.path}`]),
    ...(run.message === null ? [] : [run.message]),
    ...bad.map(({ brandId, state, reason }) => `  ${nameOf(brandId)}: ${reason ?? state}`),
  ].join('\n')
}

export const reportCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 1)
  const [template] = positionals
  if (template === undefined) throw new UsageError('Give a template: desk report monthly')
  if (values.brands !== undefined && values.tag !== undefined) throw new UsageError('Give --brands or --tag, not both.')
  const [period, formats] = [periodOf(values.period), formatsOf(splitList(values.formats) ?? [])]
  const { out } = values
  return async (desk, terminal) => {
    const [templateId, brands] = [await findTemplate(desk, template), await brandsOf(desk, values)]
    const begun = await callDesk(desk, 'reports.create', { templateId, brands, period, formats, asZip: values.zip })
    const ended = await untilEnd(desk, terminal, begun)
    if (out !== undefined) await copyTo(out, ended)
    await print(terminal, values.json, ended, await summary(desk, ended, out))
    if (terminal.signal.aborted) return 130
    return ended.run.done === ended.run.total && ended.run.message === null ? 0 : 1
  }
}
