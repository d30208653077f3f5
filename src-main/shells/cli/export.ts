import { DeskError } from '../../../src-shared/desk/errors.ts'
import { given } from '../../base/given.ts'
import { type Command, findBrandIds, writeJson } from './command.ts'

export type ExportOptions = {
  readonly brands: readonly string[] | undefined
  readonly format: string
  readonly search: string | undefined
  readonly day: string | undefined
  readonly compareDay: string | undefined
  /** `clicks:desc`; the direction may be left out. */
  readonly sort: string | undefined
}

/** Writes every row that fits into the exports folder; prints where, and how many. The desk checks every value. */
export const exportCommand =
  (options: ExportOptions): Command =>
  async (desk, terminal) => {
    const brandIds = options.brands === undefined ? 'all' : await findBrandIds(desk, options.brands)
    const [by, direction] = options.sort?.split(':') ?? []
    const reply = await desk.call('rankings.export', {
      brandIds,
      format: options.format,
      ...given({ search: options.search, day: options.day, compareDay: options.compareDay }),
      ...(by === undefined ? {} : { sort: { by, ...(direction === undefined ? {} : { direction }) } }),
    })
    if (!reply.ok) throw new DeskError(reply.error.kind, reply.error.message, reply.error.detail)
    await writeJson(terminal.stdout, reply.value)
    return 0
  }
