// Printing with a real browser, and with programs that crash, hang or are none.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../../../../scripts/lib/find-browser.mjs'
import { createBrowserPrinter } from '../../../../src-main/shells/print/browser-printer.ts'
import { chromiumProgram } from '../../../support/chromium.ts'

const PREFIX = 'agency-desk-print-'
const foldersOf = (pid: number) => readdirSync(tmpdir()).filter((name) => name.startsWith(`${PREFIX}${pid}-`))

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
  const job = await createBrowserPrinter({ find: () => path, env }).open()
  expect(foldersOf(process.pid)).toHaveLength(1)
  const pdf = await job.print('<p>report</p>')
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  await job.close()
  expect(foldersOf(process.pid)).toEqual([])
  if (process.platform === 'linux') expect(running(`${PREFIX}${process.pid}-`)).toEqual([])
})

test('a page beside one that ends the browser is printed by a new one', async () => {
  const { path, env } = await chromiumProgram()
  const job = await createBrowserPrinter({ find: () => path, env }).open()
  onTestFinished(job.close)
  const before = foldersOf(process.pid)
  const long = `<p>${'word '.repeat(200_000)}</p>`
  const printed = job.print(long)
  const [first] = running(before[0] ?? '-').filter(({ line }) => !line.includes('--type='))
  process.kill(first?.pid ?? 0, 'SIGKILL')
  expect(Buffer.from(await printed).length).toBeGreaterThan(1000)
  expect(foldersOf(process.pid)).toHaveLength(1)
  expect(foldersOf(process.pid)).not.toEqual(before)
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
  const opening = createBrowserPrinter({ find: () => path, withinMs: 20_000 }).open()
  await expect(opening).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(reason) })
  await expect(opening).rejects.toThrow('HTML files instead')
  expect(foldersOf(process.pid)).toEqual([])
  await expect.poll(() => running(path)).toEqual([])
})

onLinux('a program that hangs is ended with all that it started', async () => {
  const path = program('sleep 611 &\nsleep 611')
  const opening = createBrowserPrinter({ find: () => path, withinMs: 200 }).open()
  await expect(opening).rejects.toThrow('browser could not print the report: It took longer than 0.2 s.')
  expect(foldersOf(process.pid)).toEqual([])
  await expect.poll(() => running('sleep 611')).toEqual([])
})

test('a program that is not there is refused with a reason', async () => {
  const path = join(newFolder(), 'gone')
  await expect(createBrowserPrinter({ find: () => path }).open()).rejects.toThrow('It could not be started: spawn')
  await expect(createBrowserPrinter({ find: () => null }).open()).rejects.toThrow('Install Google Chrome')
})

const CHILD = `
  const { createBrowserPrinter } = await import(process.argv[1])
  const { writeFileSync } = await import('node:fs')
  const job = await createBrowserPrinter({ find: () => process.argv[2] }).open()
  writeFileSync(process.argv[3], await job.print('<p>report</p>'))
  process.stdout.write('printed\\n')
  process.stdin.resume()
  process.stdin.once('end', async () => {
    await job.close()
    process.exit(0)
  })`
const printerFile = join(import.meta.dirname, '../../../../src-main/shells/print/browser-printer.ts')

/** A desk's process that has printed a page. */
const printingChild = async (browser: string, pdf: string, user?: { uid?: number; gid?: number; home: string }) => {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    CHILD,
    printerFile,
    browser,
    pdf,
  ]
  const { home = '', ...ids } = user ?? {}
  const env = { ...process.env, ...(user === undefined ? {} : { HOME: home, TMPDIR: home }) }
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env, ...ids })
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

onLinux('a killed desk leaves no browser, and the next one deletes its folder', async () => {
  const { path, env } = await chromiumProgram()
  const folder = newFolder()
  const script = program(`exec env ${env.LD_LIBRARY_PATH ? `LD_LIBRARY_PATH=${env.LD_LIBRARY_PATH}` : ''} ${path} "$@"`)
  const child = await printingChild(script, join(folder, 'a.pdf'))
  const pid = child.pid ?? 0
  expect(running(`${PREFIX}${pid}-`).length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => running(`${PREFIX}${pid}-`), { timeout: 20_000 }).toEqual([])
  expect(foldersOf(pid)).toHaveLength(1)
  const job = await createBrowserPrinter({ find: () => path, env }).open()
  await job.close()
  expect(foldersOf(pid)).toEqual([])
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
    const pdf = join(home, 'a.pdf')
    const child = await printingChild(installed ?? '', pdf, { ...nobody, home })
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    const profile = `${PREFIX}${child.pid}-`
    expect(running(profile).length).toBeGreaterThan(0)
    expect(running(profile).filter(({ line }) => line.includes('--no-sandbox'))).toEqual([])
    // Pages are drawn by processes that may do next to nothing.
    const drawing = running(profile).filter(({ line }) => line.includes('--type=renderer'))
    expect(drawing.length).toBeGreaterThan(0)
    for (const { pid } of drawing) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
    child.stdin?.end()
    await once(child, 'exit')
    expect(running(profile)).toEqual([])
    expect(readdirSync(home).filter((name) => name.startsWith(PREFIX))).toEqual([])
  },
)
