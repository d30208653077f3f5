// A password never stands in the command line: other people's `ps` shows it there, and the shell keeps it.

import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

type Input = Readable & { readonly isTTY?: boolean }

const silent = () => new Writable({ write: (_text, _encoding, done) => done() })

const ask = async (question: string, input: Input, output: Writable): Promise<string> => {
  output.write(question)
  // As a terminal of its own, so that the real one does not show what is typed.
  const lines = createInterface({ input, output: silent(), terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    output.write('\n')
  }
}

/** Asks on a terminal; else takes the first line of the input. */
export const readPassword = async (question: string, input: Input, output: Writable): Promise<string> => {
  if (input.isTTY === true) return ask(question, input, output)
  const [line = ''] = (await text(input)).split(/\r?\n/)
  return line
}
