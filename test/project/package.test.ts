// The package as electron-builder makes it, around a folder that stands in for Electron's runtime. Only the program in
// it is not real: the desk of the package is started by Node.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { describe, expect, onTestFinished, test } from 'vitest'
import { differingFuses, setFuses } from '../../scripts/lib/fuses.mjs'
import { packageArguments } from '../../scripts/lib/package-arguments.mjs'
import { FIRST_FUSE_AT, writeFakeElectron, writeFusedProgram } from '../support/fake-electron.ts'
import { tempHome } from '../support/temp-home.ts'

const root = join(import.meta.dirname, '..', '..')
const UPDATE_URL = 'https://updates.example.com/desk'
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8')) as unknown
const wantedFuses = readJson('scripts', 'fuses.json') as Record<string, boolean> // our own file
const { version } = readJson('node_modules', 'electron', 'package.json') as { version: string } // npm's
const lock = readJson('package-lock.json') as { packages: Record<string, { dev?: boolean }> } // npm's

/** Packages that are not there for development alone; electron-builder may move a nested one up. */
const neededAtRunTime = new Set(
  Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    dev === true ? [] : (path.split('node_modules/').at(-1) ?? []),
  ),
)

const runScript = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number | string | undefined; output: string }>((resolve) => {
    const child = execFile(process.execPath, args, { cwd: root, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : (error.code ?? undefined), output: out + err }),
    )
    onTestFinished(() => void child.kill())
  })

const smoke = (...command: string[]) =>
  runScript([join(root, 'scripts', 'smoke.mjs'), ...command], { AGENCY_DESK_SHELL: 'none' })

const packageOf = (file: string): string | null =>
  /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.replaceAll('\\', '/'))?.[1] ?? null

describe.skipIf(process.platform !== 'linux')('the package', () => {
  test('holds the bundles and what they need, native modules beside the archive, and starts', async () => {
    const { home } = tempHome()
    writeFakeElectron(join(home, 'electron'), version)
    const folders = [`-c.electronDist=${join(home, 'electron')}`, `-c.directories.output=${join(home, 'dist')}`]
    const built = await runScript([join(root, 'scripts', 'package.mjs'), '--linux', '--dir', ...folders], {
      AGENCY_DESK_UPDATE_URL: UPDATE_URL,
    })
    expect(built, built.output).toMatchObject({ code: 0 })
    expect(built.output).toContain('fuses set and read back')
    const unpacked = join(home, 'dist', 'linux-unpacked')
    expect(await differingFuses(join(unpacked, 'agency-desk'), wantedFuses)).toEqual([])

    const archive = join(unpacked, 'resources', 'app.asar')
    const files = listPackage(archive, { isPack: false })
    const own = files.filter((file) => packageOf(file) === null && !file.startsWith('/node_modules'))
    expect([...new Set(own.map((file) => file.split('/').slice(1, 3).join('/')))].sort()).toEqual([
      'out',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources',
      'resources/icon.png',
      'resources/tray.png',
    ])
    const packages = [...new Set(files.flatMap((file) => packageOf(file) ?? []))].filter(
      (name) => !/^@[^/]+$/.test(name),
    )
    expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'electron-updater', 'keytar', 'pg', 'zod']))
    expect(packages.filter((name) => !neededAtRunTime.has(name))).toEqual([])
    expect(files.filter((file) => /\.(map|cpp|hpp|gyp|gypi)$|prebuilds\/(darwin|win32)/.test(file))).toEqual([])

    const outside = listPackage(archive, { isPack: true }).filter((line) => line.startsWith('unpack'))
    for (const native of ['better-sqlite3/prebuilds/linux-x64.node', 'keytar/prebuilds/linux-x64/keytar.node'])
      expect(
        outside.some((line) => line.endsWith(native)),
        native,
      ).toBe(true)
    expect(files.filter((file) => file.endsWith('.node')).length).toBe(
      outside.filter((line) => line.endsWith('.node')).length,
    )

    expect(readFileSync(join(unpacked, 'resources', 'app-update.yml'), 'utf8')).toContain(`url: ${UPDATE_URL}\n`)
    expect(JSON.parse(extractFile(archive, 'package.json').toString())).toMatchObject({ hasUpdates: true })
    extractAll(archive, join(home, 'app'))
    const smoked = await smoke(process.execPath, join(home, 'app', 'out', 'main', 'web.js'))
    expect(smoked, smoked.output).toMatchObject({ code: 0 })
    expect(smoked.output).toContain('Smoke test passed')
  })
})

describe('the smoke test', () => {
  test('fails for a program that ends before it answers', async () => {
    const { code, output } = await smoke(process.execPath, '-e', 'process.exit(3)')
    expect(code).toBe(1)
    expect(output).toContain('ended before it answered (3)')
  })
})

describe('fuses', () => {
  const fusedProgram = (): string => {
    const file = join(tempHome().home, 'program')
    writeFusedProgram(file)
    return file
  }

  test('are set as listed, with runAsNode off', async () => {
    const program = fusedProgram()
    expect(wantedFuses).toMatchObject({ RunAsNode: false, OnlyLoadAppFromAsar: true })
    expect(await differingFuses(program, wantedFuses)).toContain('RunAsNode')
    await setFuses(program, wantedFuses)
    expect(await differingFuses(program, wantedFuses)).toEqual([])
  })

  test('that differ from the list are found', async () => {
    const program = fusedProgram()
    await setFuses(program, wantedFuses)
    const bytes = readFileSync(program)
    bytes[FIRST_FUSE_AT] = '1'.charCodeAt(0)
    writeFileSync(program, bytes)
    expect(await differingFuses(program, wantedFuses)).toEqual(['RunAsNode'])
  })

  test('in a program without a fuse wire are a failure', async () => {
    const program = join(tempHome().home, 'program')
    writeFileSync(program, 'no fuses')
    await expect(setFuses(program, wantedFuses)).rejects.toThrow('sentinel')
  })

  test('with a name that Electron does not have are a failure', async () => {
    await expect(setFuses(fusedProgram(), { RunAsToaster: false })).rejects.toThrow('no fuse RunAsToaster')
  })
})

describe('package arguments', () => {
  const url = UPDATE_URL
  const signing = { CSC_LINK: 'certificate', APPLE_API_KEY: 'key' }

  test('a package without an address or a signature checks for no updates', () => {
    for (const [env, platform] of [
      [{}, 'linux'],
      [{ AGENCY_DESK_UPDATE_URL: url }, 'darwin'],
      [{ AGENCY_DESK_UPDATE_URL: url, CSC_LINK: 'certificate' }, 'darwin'],
      [{ AGENCY_DESK_UPDATE_URL: url }, 'win32'],
      [signing, 'darwin'],
    ] as const)
      expect(packageArguments(env, platform).join(' '), JSON.stringify(env)).not.toContain('hasUpdates')
  })

  test('a signed package with an address checks for updates there, and is notarised on macOS', () => {
    const args = packageArguments({ ...signing, AGENCY_DESK_UPDATE_URL: url }, 'darwin')
    expect(args).toEqual(expect.arrayContaining([`-c.publish.url=${url}`, '-c.extraMetadata.hasUpdates=true']))
    expect(args).toContain('-c.mac.notarize=true')
  })

  test('an address without TLS is refused', () => {
    expect(() => packageArguments({ AGENCY_DESK_UPDATE_URL: 'http://example.com' }, 'linux')).toThrow('https://')
  })
})
