// What every command reads its arguments with. Nothing runs here: mistakes are reported before any desk is opened.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './command.ts'
import { suggestionFor } from './suggest.ts'

export type Options = NonNullable<ParseArgsConfig['options']>

/** What parseArgs says, as a sentence; an unknown option with the nearest one that exists. */
const refusedOption = (message: string, options: Options): string => {
  const [, unknown] = /^Unknown option '-*([^']+)'/.exec(message) ?? []
  if (unknown === undefined) return `${message.replace(/\.?$/, '')}.`
  const dashes = unknown.length === 1 ? '-' : '--'
  return `There is no option "${dashes}${unknown}".${suggestionFor(unknown, Object.keys(options), '--')}`
}

export const parse = <const Given extends Options>(args: string[], options: Given, positionals: number) => {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (parsed.positionals.length > positionals) {
      throw new UsageError(`"${parsed.positionals[positionals]}" is not a known argument.`)
    }
    return parsed
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(refusedOption(error instanceof Error ? error.message : String(error), options))
  }
}

export const need = (value: string | undefined, what: string): string => {
  if (value === undefined) throw new UsageError(`Give ${what}.`)
  return value
}

/** What the options of a command are as values. */
export type Values<Given extends Options> = ReturnType<typeof parse<Given>>['values']

/** Text for people, JSON with --json: every command alike. */
export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const satisfies Options

export const parseInput = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('The input is not JSON.')
  }
}

/** `a, b` → ['a', 'b']; undefined stays. */
export const splitList = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
