import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export type Command = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Starts a command. It is ended with the test, and its output is kept. */
export const runCommand = ({ file, args, cwd, env }: Command) => {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(file, args, { cwd, env: { PATH, HOME, TMPDIR, ...env } })
  let stdout = ''
  let stderr = ''
  const waiting = new Set<() => void>()
  const check = () => {
    for (const one of [...waiting]) one()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    check()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    check()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })) // close's own
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const match = (pattern: RegExp, output: () => string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output())
        if (found === null) return
        waiting.delete(look)
        resolve(found[1] ?? found[0])
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`It ended before it printed ${pattern}:\n${stdout}${stderr}`)))
    })
  return {
    child,
    ended,
    /** The first match in what it prints on stdout. */
    printed: (pattern: RegExp) => match(pattern, () => stdout),
    /** The first match in what it prints on stderr. */
    reported: (pattern: RegExp) => match(pattern, () => stderr),
  }
}
