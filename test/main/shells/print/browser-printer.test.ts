// Printing with a real browser, and with programs that crash, hang or are none.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../../../../scripts/lib/find-browser.mjs'
import { createBrowserPrinter } from '../../../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../../../src-main/shells/print/work-folder.ts'
import { chromiumProgram } from '../../../support/chromium.ts'

/** What lies in the folder for printing of this data folder. */
const leftIn = (home: string) => readdirSync(join(home, 'print'))

type Running = { readonly pid: number; readonly line: string }

/** Processes whose command line has this text. */
const running = (text: string): Running[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const isZombie = readFileSync(`/proc/${name}/stat`, 'utf8').includes(') Z ')
      return line.includes(text) && !isZombie ? [{ pid: Number(name), line }] : []
    } catch {
      return []
    }
  })

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'test-print-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A program that does what the script says. */
const program = (script: string): string => {
  const path = join(newFolder(), 'browser')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const onLinux = test.skipIf(process.platform !== 'linux')

test('a browser prints, ends with the job and leaves no folder', async () => {
  const { path, env } = await chromiumProgram()
  // Longer than the path of a socket may be.
  const home = join(newFolder(), 'long'.repeat(30))
  const job = await createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(home) }).open()
  expect(leftIn(home)).toHaveLength(1)
  const pdf = await job.print('<p>report</p>')
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  await job.close()
  expect(leftIn(home)).toEqual([])
  if (process.platform === 'linux') expect(running(home)).toEqual([])
})

test('a page beside one that ends the browser is printed by a new one', async () => {
  const { path, env } = await chromiumProgram()
  const home = newFolder()
  const job = await createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(home) }).open()
  onTestFinished(job.close)
  const before = leftIn(home)
  const long = `<p>${'word '.repeat(200_000)}</p>`
  const printed = job.print(long)
  const [first] = running(before[0] ?? '-').filter(({ line }) => !line.includes('--type='))
  process.kill(first?.pid ?? 0, 'SIGKILL')
  expect(Buffer.from(await printed).length).toBeGreaterThan(1000)
  expect(leftIn(home)).toHaveLength(1)
  expect(leftIn(home)).not.toEqual(before)
})

onLinux.each([
  [
    'crashes',
    'echo "[1:1:FATAL:main.cc(1)] Out of luck." >&2; exit 3',
    'It ended (3). [1:1:FATAL:main.cc(1)] Out of luck.',
  ],
  ['is no browser', 'printf "hello\\0" >&4; sleep 60', 'It did not answer as a browser does.'],
  ['has no sandbox', 'echo "No usable sandbox! Update your kernel." >&2; exit 1', 'never printed without it'],
])('a program that %s is refused with a reason and leaves nothing', async (_, script, reason) => {
  const path = program(script)
  const home = newFolder()
  const opening = createBrowserPrinter({
    find: () => path,
    folders: createWorkFolders(home),
    withinMs: 20_000,
  }).open()
  await expect(opening).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(reason) })
  await expect(opening).rejects.toThrow('HTML files instead')
  expect(leftIn(home)).toEqual([])
  await expect.poll(() => running(path)).toEqual([])
})

onLinux('a program that hangs is ended with all that it started', async () => {
  const path = program('sleep 611 &\nsleep 611')
  const home = newFolder()
  const opening = createBrowserPrinter({ find: () => path, folders: createWorkFolders(home), withinMs: 200 }).open()
  await expect(opening).rejects.toThrow('browser could not print the report: It took longer than 0.2 s.')
  expect(leftIn(home)).toEqual([])
  await expect.poll(() => running('sleep 611')).toEqual([])
})

test('a program that is not there is refused with a reason', async () => {
  const home = newFolder()
  const path = join(home, 'gone')
  const folders = createWorkFolders(home)
  await expect(createBrowserPrinter({ find: () => path, folders }).open()).rejects.toThrow(
    'It could not be started: spawn',
  )
  await expect(createBrowserPrinter({ find: () => null, folders }).open()).rejects.toThrow('Install Google Chrome')
})

const CHILD = `
  const { createBrowserPrinter } = await import(process.argv[1])
  const { createWorkFolders } = await import(process.argv[2])
  const { writeFileSync } = await import('node:fs')
  const [browser, home] = process.argv.slice(3)
  const job = await createBrowserPrinter({ find: () => browser, folders: createWorkFolders(home) }).open()
  writeFileSync(home + '/a.pdf', await job.print('<p>report</p>'))
  process.stdout.write('printed\\n')
  process.stdin.resume()
  process.stdin.once('end', async () => {
    await job.close()
    process.exit(0)
  })`
const printFolder = join(import.meta.dirname, '../../../../src-main/shells/print')
const printerFile = join(printFolder, 'browser-printer.ts')

/** A desk's process that has printed a page into a.pdf in its data folder. */
const printingChild = async (browser: string, home: string, user?: { uid?: number; gid?: number }) => {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    CHILD,
    printerFile,
    join(printFolder, 'work-folder.ts'),
    browser,
    home,
  ]
  const env = { ...process.env, ...(user === undefined ? {} : { HOME: home, TMPDIR: home }) }
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env, ...user })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await Promise.race([
    once(child.stdout ?? child, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(said))),
  ])
  return child
}

onLinux('a killed desk leaves no browser, and the next one deletes its folder at its start', async () => {
  const { path, env } = await chromiumProgram()
  const home = newFolder()
  const script = program(`exec env ${env.LD_LIBRARY_PATH ? `LD_LIBRARY_PATH=${env.LD_LIBRARY_PATH}` : ''} ${path} "$@"`)
  const child = await printingChild(script, home)
  const profile = join(home, 'print')
  expect(running(profile).length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => running(profile), { timeout: 20_000 }).toEqual([])
  expect(leftIn(home)).toHaveLength(1)
  await createWorkFolders(home).sweep()
  expect(leftIn(home)).toEqual([])
})

const NOBODY = 65_534
const installed = process.platform === 'linux' ? findBrowser() : null

const nobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Containers can forbid what the sandbox needs, and root can keep its sources to itself. */
const lacking = (): string | null => {
  if (installed === null) return 'no installed browser'
  const options = { ...nobody, stdio: 'ignore' } as const
  try {
    execFileSync(process.execPath, ['--eval', 'fs.accessSync(process.argv[1])', printerFile], options)
  } catch {
    return 'the sources are not readable for it'
  }
  try {
    execFileSync('sh', ['-c', 'unshare --user true'], options)
    return null
  } catch {
    return 'no user namespaces here'
  }
}
const lacks = lacking()

test.skipIf(lacks !== null)(
  `an ordinary account prints in the sandbox${lacks === null ? '' : ` (${lacks})`}`,
  async () => {
    const home = newFolder()
    if (nobody.uid !== undefined) chownSync(home, NOBODY, NOBODY)
    const child = await printingChild(installed ?? '', home, nobody)
    expect(readFileSync(join(home, 'a.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    const profile = join(home, 'print')
    expect(running(profile).length).toBeGreaterThan(0)
    expect(running(profile).filter(({ line }) => line.includes('--no-sandbox'))).toEqual([])
    // Pages are drawn by processes that may do next to nothing.
    const drawing = running(profile).filter(({ line }) => line.includes('--type=renderer'))
    expect(drawing.length).toBeGreaterThan(0)
    for (const { pid } of drawing) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
    child.stdin?.end()
    await once(child, 'exit')
    await expect.poll(() => running(profile), { timeout: 20_000 }).toEqual([])
    expect(leftIn(home)).toEqual([])
  },
)
