// A real Chromium for browser tests, out of an npm package: no browser needs to be installed. The package's own flags
// are not used: they switch off the very protections (same origin, process isolation) that the tests rely on.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromiumPackage, { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const unpackFolder = join(root, '.cache', 'chromium')
const FLAGS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage']

/** The package unpacks into the temporary folder; ours is inside the project, so that it is unpacked once. */
const unpack = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  mkdirSync(unpackFolder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = unpackFolder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

const lacksLibraries = (program: string): boolean => {
  try {
    return execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found')
  } catch {
    return false
  }
}

/** Libraries that a machine without any browser lacks come with the package as well. */
const libraryFolder = async (program: string): Promise<string | null> => {
  if (process.platform !== 'linux' || !lacksLibraries(program)) return null
  const folder = join(unpackFolder, 'al2023', 'lib')
  if (!existsSync(folder)) {
    const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
    await unpack(() => inflate(join(packed, 'al2023.tar.br')))
  }
  return folder
}

export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = await unpack(() => chromiumPackage.executablePath())
  const libraries = await libraryFolder(executablePath)
  const environment = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return chromium.launch({
    executablePath,
    args: FLAGS,
    headless: true,
    env: {
      ...Object.fromEntries(environment),
      ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(unpackFolder, 'fonts') }),
    },
  })
}

export type OpenedPage = {
  readonly page: Page
  /** What the page threw or wrote to its console as an error, broken content policies included. */
  readonly errors: string[]
}

const fileNameOf = (testName: string) => testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)

/** A page with a profile of its own for one test; a failed test leaves its screenshot in test-results/. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  // One hook for both: those for failures run after those for every end, when the page would be closed already.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const folder = join(root, 'test-results')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${fileNameOf(task.name)}.png`) }).catch(() => {})
    }
    await context.close()
  })
  return { page, errors }
}
