// Faults that nobody could see: each with the reason why, in equivalent.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutate.ts'

type Equivalent = Pick<Mutant, 'file' | 'before' | 'after'> & {
  /** The text of the line: its number changes. */
  readonly code: string
  readonly reason: string
}

export const equivalents = JSON.parse(
  readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'),
) as readonly Equivalent[] // ours

const lineAround = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at)).trim()

export const reasonOf = (mutant: Mutant, text: string): string | undefined =>
  equivalents.find(
    ({ file, before, after, code }) =>
      file === mutant.file &&
      before === mutant.before &&
      after === mutant.after &&
      code === lineAround(text, mutant.start),
  )?.reason
