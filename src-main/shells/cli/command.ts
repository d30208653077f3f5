import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Desk } from '../../desk.ts'
import { callDesk } from '../../desk.ts'
import type { Opened } from '../socket/messages.ts'
import { suggestionFor } from './suggest.ts'

type Output = {
  readonly isTTY?: boolean
  readonly columns?: number
  /** Resolves once the text has left. */
  readonly write: (text: string) => Promise<void>
}

export type Terminal = {
  readonly stdout: Output
  readonly stderr: Output
  readonly readStdin: () => Promise<string>
  /** Asked for on a terminal, without an echo; else the first line of stdin. */
  readonly readPassword: (question: string) => Promise<string>
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** The desk of a command: the running one, or one opened for it. */
export type CommandDesk = Pick<Desk, 'call' | 'subscribe'> & {
  /** null where no desk was running. */
  readonly open: (() => Promise<Opened>) | null
  /** Sends what waits in the journal; null where a desk runs, which does so itself. */
  readonly resumeIntents: (() => Promise<void>) | null
}

/** A parsed command: takes the desk, returns the exit code. */
export type Command = (desk: CommandDesk, terminal: Terminal) => Promise<number>

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {}

/** `1 brand`, `2 brands`. */
export const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** One line of JSON for programs, indented for people. */
export const writeJson = (output: Output, value: unknown): Promise<void> =>
  output.write(`${output.isTTY === true ? JSON.stringify(value, null, 2) : JSON.stringify(value)}\n`)

/** What a command says: text for people, JSON with --json. */
export const print = ({ stdout }: Terminal, isJson: boolean, value: unknown, text: string): Promise<void> =>
  isJson ? writeJson(stdout, value) : stdout.write(`${text}\n`)

/** One value a line, also on a terminal: for streams. */
export const writeLine = (output: Output, value: unknown): Promise<void> => output.write(`${JSON.stringify(value)}\n`)

/** A brand by its id, slug or name (in any case); throws not-found or, where two share the name, conflict. */
export const findBrandId = (brands: readonly { id: string; slug: string; name: string }[], wanted: string): string => {
  const exact = brands.find((brand) => brand.id === wanted) ?? brands.find((brand) => brand.slug === wanted)
  if (exact !== undefined) return exact.id
  const named = brands.filter((brand) => brand.name.toLowerCase() === wanted.toLowerCase())
  const [first] = named
  if (first === undefined) {
    const names = brands.flatMap(({ slug, name }) => [slug, name])
    throw new DeskError(
      'not-found',
      `There is no brand "${wanted}".${suggestionFor(wanted, names)} \`desk call brands.list\` lists all brands.`,
    )
  }
  if (named.length > 1) {
    throw new DeskError('conflict', `${named.length} brands have the name "${wanted}". Use the slug instead.`)
  }
  return first.id
}

/** Brands as a person names them → ids. */
export const findBrandIds = async (desk: CommandDesk, wanted: readonly string[]): Promise<string[]> => {
  const { brands } = await callDesk(desk, 'brands.list', {})
  return wanted.map((name) => findBrandId(brands, name))
}
