import { createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ExportListName } from '../../../src-shared/desk/export-lists.ts'
import { given } from '../../base/given.ts'
import { callDesk } from '../../desk.ts'
import { type Command, findBrandIds, type Terminal, writeJson } from './command.ts'

export type ExportOptions = {
  readonly list: ExportListName
  readonly brands: readonly string[] | undefined
  readonly format: string
  readonly headers: string
  readonly search: string | undefined
  readonly day: string | undefined
  readonly compareDay: string | undefined
  /** `clicks:desc`; the direction may be left out. */
  readonly sort: string | undefined
  /** More of the input of the list's call. */
  readonly input: unknown
  /** A file instead of one in the exports folder; `-`: stdout. */
  readonly out: string | undefined
  readonly isJson: boolean
}

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
export const exportCommand =
  (options: ExportOptions): Command =>
  async (desk, terminal) => {
    const { list, format, headers, search, day, compareDay, out } = options
    const brandIds = options.brands === undefined ? 'all' : await findBrandIds(desk, options.brands)
    const [by, direction] = options.sort?.split(':') ?? []
    const sort = by === undefined ? undefined : { by, ...given({ direction }) }
    const more = typeof options.input === 'object' && options.input !== null ? options.input : {}
    const input = { brandIds, ...given({ search, day, compareDay, sort }), ...more }
    // Format and headers as typed: the desk names a wrong one.
    const asked = { list, input, format, headers } as Parameters<typeof callDesk<'exports.write'>>[2]
    const written = await callDesk(desk, 'exports.write', asked)
    if (out === undefined) await print(terminal, written, options.isJson)
    else await moveTo(out, written, terminal, options.isJson)
    return 0
  }
