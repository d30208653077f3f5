// A forbidden import fails: the type check refuses another runtime's files and modules, the linter refuses packages
// that are installed and would compile. Each rule is shown to let the allowed imports through as well.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withImportRules } from '../../scripts/lib/borders.mjs'

const root = join(import.meta.dirname, '..', '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

type Outcome = { readonly isAccepted: boolean; readonly output: string }

const run = (file: string, args: readonly string[], cwd = root): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd }, (error, stdout, stderr) =>
      resolve({ isAccepted: error === null, output: stdout + stderr }),
    )
  })

test('biome.json has the import rules that `npm run borders` writes', () => {
  const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object // our own file
  expect(settings).toEqual(withImportRules(settings))
})

type Probe = readonly [path: string, specifier: string]

const probeFile = ([path]: Probe, index: number) => path.replace('probe', `probe-${index}`)

/** The probes that the linter refuses for what they import, by a copy of our rules in a folder of its own. */
const lintProbes = async (probes: readonly Probe[]): Promise<boolean[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object // our own file
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }))
  probes.forEach((probe, index) => {
    const file = join(folder, probeFile(probe, index))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import * as probe from '${probe[1]}'\n\nexport const seen = probe\n`)
  })
  const { output } = await run(bin('biome'), ['lint', '--max-diagnostics=none', '.'], folder)
  return probes.map((probe, index) => output.includes(`${probeFile(probe, index)}:1:`))
}

/** The type check's word on one import, in a project that is `base` but for its files. */
const typeCheck = async (base: string, from: (folder: string) => string): Promise<Outcome> => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'boundaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'probe.ts'),
    `import * as probe from '${from(folder)}'\nexport const seen: unknown = probe\n`,
  )
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, base),
      compilerOptions: { outDir: join(folder, 'out'), tsBuildInfoFile: join(folder, 'out', 'tsbuildinfo') },
      include: ['probe.ts'],
      references: base === 'tsconfig.shared.json' ? [] : [{ path: join(root, 'tsconfig.shared.json') }],
    }),
  )
  return run(bin('tsc'), ['-b', folder])
}

const fileOf = (path: string) => (folder: string) => relative(folder, join(root, path))
const moduleOf = (name: string) => () => name

describe('the type check', () => {
  test.each([
    ['the renderer', 'tsconfig.renderer.json', 'src-main/desk.ts', fileOf('src-main/desk.ts')],
    ['the renderer', 'tsconfig.renderer.json', 'node:fs', moduleOf('node:fs')],
    ['src-shared', 'tsconfig.shared.json', 'node:fs', moduleOf('node:fs')],
    ['src-shared', 'tsconfig.shared.json', 'src-main/clock.ts', fileOf('src-main/clock.ts')],
    ['the sandbox', 'tsconfig.sandbox.json', 'src-main/clock.ts', fileOf('src-main/clock.ts')],
    ['the desk', 'tsconfig.main.json', 'src-sandbox/server.ts', fileOf('src-sandbox/server.ts')],
    ['the preload', 'tsconfig.preload.json', 'src-main/desk.ts', fileOf('src-main/desk.ts')],
  ])('%s (%s) may not import %s', async (_who, base, what, from) => {
    const { isAccepted, output } = await typeCheck(base, from)
    expect(isAccepted).toBe(false)
    expect(output).toContain(what)
  })

  test.each(['tsconfig.renderer.json', 'tsconfig.sandbox.json', 'tsconfig.main.json', 'tsconfig.preload.json'])(
    'with %s the contract and the operation table may be imported',
    async (base) => {
      for (const path of ['src-shared/desk/errors.ts', 'src-shared/service/limits.ts']) {
        expect(await typeCheck(base, fileOf(path))).toEqual({ isAccepted: true, output: '' })
      }
    },
  )
})

describe('the linter', () => {
  test('refuses what a folder may not import', async () => {
    const probes: Probe[] = [
      ['src-shared/desk/probe.ts', 'node:crypto'],
      ['src-shared/desk/probe.ts', 'react'],
      ['src-shared/desk/probe.ts', 'electron'],
      ['src-shared/desk/probe.ts', '../../src-main/clock.ts'],
      ['src-main/probe.ts', 'electron'],
      ['src-main/shells/web/probe.ts', 'electron/main'],
      ['src-main/probe.ts', '../src-sandbox/server.ts'],
      ['src-main/shells/electron/probe.ts', '../../../src-renderer/bridge.ts'],
      ['src-renderer/views/rankings/probe.tsx', 'node:fs'],
      ['src-renderer/views/rankings/probe.tsx', 'electron'],
      ['src-renderer/views/rankings/probe.tsx', '../../../src-main/desk.ts'],
      ['src-renderer/views/rankings/probe.tsx', '../../bridge.ts'],
      ['src-renderer/views/rankings/probe.tsx', '../../data/desk.ts'],
      ['src-renderer/views/rankings/probe.tsx', 'zustand'],
      ['src-renderer/table/probe.ts', '../data/desk.ts'],
      ['src-renderer/parts/probe.ts', '../bridge.ts'],
      ['src-renderer/frame/probe.ts', '../data/desk.ts'],
      ['src-renderer/state/probe.ts', '../views/rankings/rank-when.ts'],
      ['src-renderer/state/probe.ts', '../table/layout.ts'],
      ['src-renderer/data/probe.ts', '../views/rankings/rank-when.ts'],
      ['src-sandbox/state/probe.ts', '../../src-main/clock.ts'],
      ['src-sandbox/state/probe.ts', '../../src-shared/desk/contract.ts'],
      ['src-sandbox/probe.ts', 'react'],
    ]
    const refused = await lintProbes(probes)
    expect(probes.filter((_, index) => !refused[index])).toEqual([])
  })

  test('allows what a folder may import', async () => {
    const probes: Probe[] = [
      ['src-shared/desk/probe.ts', 'zod'],
      ['src-main/probe.ts', 'node:fs'],
      ['src-main/probe.ts', '../src-shared/desk/contract.ts'],
      ['src-main/shells/electron/probe.ts', 'electron'],
      ['src-renderer/probe.tsx', 'react'],
      ['src-renderer/probe.tsx', '../src-shared/desk/contract.ts'],
      ['src-renderer/views/rankings/probe.tsx', '../../data/use-desk.ts'],
      ['src-renderer/data/probe.ts', '../bridge.ts'],
      ['src-renderer/state/probe.ts', '../data/desk.ts'],
      ['src-renderer/state/probe.ts', '../format/numbers.ts'],
      ['src-renderer/state/probe.ts', 'zustand'],
      ['src-sandbox/probe.ts', 'node:http'],
      ['src-sandbox/probe.ts', '../src-shared/service/operations.ts'],
    ]
    const refused = await lintProbes(probes)
    expect(probes.filter((_, index) => refused[index])).toEqual([])
  })

  test('refuses what a room may not import', async () => {
    const probes: Probe[] = [
      ['src-main/base/probe.ts', '../store/db.ts'],
      ['src-main/base/probe.ts', '../brands/calls.ts'],
      ['src-main/store/probe.ts', '../brands/queries/brands.ts'],
      ['src-main/store/probe.ts', '../tables.ts'],
      ['src-main/store/team/migrations/first/probe.ts', '../../../../settings/settings.ts'],
      ['src-main/keychain/probe.ts', '../brands/calls.ts'],
      ['src-main/service-client/probe.ts', '../journal/journal.ts'],
      ['src-main/journal/probe.ts', '../composing/frozen.ts'],
      ['src-main/journal/rules/probe.ts', '../../composing/frozen.ts'],
      ['src-main/journal/probe.ts', '../compose.ts'],
      ['src-main/rankings/probe.ts', '../clusters/queries/clusters.ts'],
      ['src-main/rankings/rules/probe.ts', '../../clusters/queries/clusters.ts'],
      ['src-main/rankings/queries/probe.ts', '../../brands/brand-book.ts'],
      ['src-main/rankings/queries/probe.ts', '../../brands/queries/brands.ts'],
      ['src-main/rankings/queries/probe.ts', '../calls.ts'],
      ['src-main/rankings/queries/probe.ts', 'electron'],
      ['src-main/rankings/probe.ts', 'react'],
      ['src-main/rankings/probe.ts', '../shells/host.ts'],
      ['src-main/rankings/probe.ts', '../tables.ts'],
      ['src-main/composing/probe.ts', '../pitches/queue.ts'],
      ['src-main/prospects/rules/probe.ts', '../../pitches/rules/pitch.ts'],
      ['src-main/webhooks/probe.ts', '../publishing/checks.ts'],
      ['src-main/pitches/probe.ts', '../publishing/checks.ts'],
      ['src-main/pitches/probe.ts', '../journal/queries/intents.ts'],
    ]
    const refused = await lintProbes(probes)
    expect(probes.filter((_, index) => !refused[index])).toEqual([])
  })

  test('allows what a room may import', async () => {
    const probes: Probe[] = [
      ['src-main/store/probe.ts', '../base/clock.ts'],
      ['src-main/store/team/migrations/probe.ts', '../migration.ts'],
      ['src-main/service-client/queries/probe.ts', '../../store/db.ts'],
      ['src-main/journal/probe.ts', '../service-client/client.ts'],
      ['src-main/journal/rules/probe.ts', './step.ts'],
      ['src-main/rankings/queries/probe.ts', './rank-rows.ts'],
      ['src-main/rankings/queries/probe.ts', '../rules/visibility.ts'],
      ['src-main/rankings/queries/probe.ts', '../../base/text.ts'],
      ['src-main/rankings/queries/probe.ts', '../../journal/public.ts'],
      ['src-main/rankings/queries/probe.ts', '../../../src-shared/desk/contract.ts'],
      ['src-main/rankings/probe.ts', '../brands/brand-book.ts'],
      ['src-main/brands/removal/probe.ts', '../queries/brands.ts'],
      ['src-main/pitches/probe.ts', '../composing/frozen.ts'],
      ['src-main/pitches/probe.ts', '../credits/rules/spending.ts'],
      ['src-main/probe.ts', './pitches/queries/outbox-rows.ts'],
    ]
    const refused = await lintProbes(probes)
    expect(probes.filter((_, index) => refused[index])).toEqual([])
  })
})
