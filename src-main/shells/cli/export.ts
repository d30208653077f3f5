import { createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { EXPORT_LIST_NAMES } from '../../../src-shared/desk/values/export-lists.ts'
import { given } from '../../base/given.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, type Options, parse, parseInput, splitList } from './arguments.ts'
import { type Command, findBrandIds, type Terminal, UsageError, writeJson } from './command.ts'
import { suggestionFor } from './suggest.ts'

const OPTIONS = {
  brands: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  search: { type: 'string' },
  day: { type: 'string' },
  'compare-day': { type: 'string' },
  /** `clicks:desc`; the direction may be left out. */
  sort: { type: 'string' },
  /** More of the input of the list's call. */
  input: { type: 'string', default: '{}' },
  headers: { type: 'string', default: 'words' },
  /** A file instead of one in the exports folder; `-`: stdout. */
  out: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

type Written = { readonly path: string; readonly fileName: string; readonly rowCount: number }

const print = ({ stdout }: Terminal, written: Written, isJson: boolean): Promise<void> =>
  isJson
    ? writeJson(stdout, written)
    : stdout.write(`Saved ${written.rowCount} ${written.rowCount === 1 ? 'row' : 'rows'}: ${written.path}\n`)

/** Takes the file out of the exports folder: the desk does not look after files elsewhere. */
const moveTo = async (out: string, written: Written, terminal: Terminal, isJson: boolean): Promise<void> => {
  try {
    if (out === '-')
      for await (const part of createReadStream(written.path, 'utf8')) await terminal.stdout.write(String(part))
    else await copyFile(written.path, out)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DeskError('storage', `The export could not be saved as ${out}: ${reason}`)
  } finally {
    await rm(written.path, { force: true })
  }
  if (out !== '-') await print(terminal, { ...written, path: out }, isJson)
}

/** Writes every row that fits; prints where, and how many. The desk checks every value. */
export const exportCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 1)
  const list = EXPORT_LIST_NAMES.find((name) => name === positionals[0])
  if (list === undefined) {
    const [given] = positionals
    const hint = given === undefined ? '' : `There is no list "${given}".${suggestionFor(given, EXPORT_LIST_NAMES)} `
    throw new UsageError(`${hint}Lists to export: ${EXPORT_LIST_NAMES.join(', ')}.`)
  }
  const { format, headers, search, day, 'compare-day': compareDay, out } = values
  const [wanted, extra] = [splitList(values.brands), parseInput(values.input)]
  return async (desk, terminal) => {
    const brandIds = wanted === undefined ? 'all' : await findBrandIds(desk, wanted)
    const [by, direction] = values.sort?.split(':') ?? []
    const sort = by === undefined ? undefined : { by, ...given({ direction }) }
    const more = typeof extra === 'object' && extra !== null ? extra : {}
    const input = { brandIds, ...given({ search, day, compareDay, sort }), ...more }
    // Format and headers as typed: the desk names a wrong one.
    const asked = { list, input, format, headers } as Parameters<typeof callDesk<'exports.write'>>[2]
    const written = await callDesk(desk, 'exports.write', asked)
    if (out === undefined) await print(terminal, written, values.json)
    else await moveTo(out, written, terminal, values.json)
    return 0
  }
}
