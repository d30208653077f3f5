// A copy of this checkout's sources, as a repository of its own, to be edited by a test.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { programEnv } from '../../scripts/lib/project.mjs'

const root = join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)

/** What to write: a new file, or a text beside an anchor that the file has once. */
export type Edit =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly after: string; readonly text: string }
  | { readonly file: string; readonly before: string; readonly text: string }

export type ScratchTree = {
  readonly folder: string
  /** Runs a program there and resolves with what it printed; rejects with it where the program fails. */
  readonly run: (file: string, ...args: string[]) => Promise<string>
  readonly apply: (edits: readonly Edit[]) => void
  readonly remove: () => void
}

const edited = (text: string, edit: Edit): string => {
  const anchor = 'after' in edit ? edit.after : 'before' in edit ? edit.before : ''
  if (anchor === '') return edit.text
  const parts = text.split(anchor)
  if (parts.length !== 2) throw new Error(`${edit.file} has ${parts.length - 1} times: ${anchor}`)
  return parts.join('after' in edit ? anchor + edit.text : edit.text + anchor)
}

/** Files that git knows or would add, with the dependencies of this checkout by a link. One commit holds them. */
export const createScratchTree = async (): Promise<ScratchTree> => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  const run = async (file: string, ...args: string[]): Promise<string> => {
    const output = await execute(file, args, { cwd: folder, env: programEnv(), maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout?: string; stderr?: string; message: string }) => {
        throw new Error(`${file} ${args.join(' ')}: ${error.message}\n${error.stdout}${error.stderr}`)
      },
    )
    return output.stdout
  }
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = await execute('git', list, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The type check begins with what this checkout's own left, and looks at what changed.
  const types = join('.cache', 'types')
  if (existsSync(join(root, types))) cpSync(join(root, types), join(folder, types), { recursive: true })
  await run('git', 'init', '--quiet')
  writeFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n')
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  await run('git', 'add', '--all')
  await run('git', ...author, 'commit', '--quiet', '--message', 'sources')
  return {
    folder,
    run,
    apply: (edits) => {
      for (const edit of edits) {
        const path = join(folder, edit.file)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, edited(existsSync(path) ? readFileSync(path, 'utf8') : '', edit))
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
