// CONTRIBUTING.md on a fresh clone: every command it names is run here, or has a reason beside it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { tempHome } from '../support/temp-home.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const ADDRESS = /Open (http:\/\/127\.0\.0\.1:\d+)\/#token=/

const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci': 'is what npm test runs first on a fresh clone',
  'npm test': 'is a suite of test:all, as this test is',
  'npm run check': 'its parts are those of npm test',
  'npm run test:all': 'is what runs this test',
  'npm run test:all -- --only layout': 'is a part of it',
  'npm run test:faults': 'takes long',
  'npm run test:mutants -- --sample 60': 'takes long',
  'npm run test:renamed': 'takes long',
  'AGENCY_DESK_TEST_CALL_DELAY=1200 npx vitest run --project e2e': 'takes long',
  'npm run test:team': 'takes long',
  'npm run bench': 'takes long',
  'npm run bench -- --year': 'takes long',
  'npm run bench -- team team-catch-up team-fill': 'takes long',
}
const TESTS = [
  'npx vitest run test/shared/desk/contract.test.ts',
  'npx vitest run test/main/base',
  'npx vitest run --project integration test/integration/brands.test.ts -t "key"',
]
const STARTED = [
  'npm start',
  'npm run dev',
  'npm run build',
  'npm run sandbox',
  'AGENCY_DESK_SHELL=none node --inspect src-main/shells/web/index.ts',
  'AGENCY_DESK_HOME=/tmp/desk npm start',
]

/** The programs of CONTRIBUTING's code blocks and of its sentences. */
const commandsOf = (page: string): string[] => {
  const blocks = [...page.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
  const inline = [...page.replace(/^```\n[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const isCommand = (text: string) => /^([A-Z_]+=\S+ )*(npm|npx|node) ./.test(text)
  return [...new Set([...blocks, ...inline].map((line) => line.replace(/ +#.*$/, '').trim()).filter(isCommand))]
}

test('CONTRIBUTING names only commands that this file runs or explains', () => {
  const known = [...Object.keys(NOT_RUN), ...TESTS, ...STARTED]
  expect(commandsOf(read('CONTRIBUTING.md')).toSorted()).toEqual(known.toSorted())
})

describe('a fresh clone', () => {
  let folder: string

  /** As CONTRIBUTING says: the clone's own programs first on PATH. */
  const env = (more: Readonly<Record<string, string>> = {}) => {
    const outer = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((part) => !part.endsWith(join('node_modules', '.bin')))
    return {
      PATH: [join(folder, 'node_modules', '.bin'), ...outer].join(delimiter),
      AGENCY_DESK_SHELL: 'web',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      ...more,
    }
  }
  const start = (command: string, more?: Readonly<Record<string, string>>) =>
    runCommand({ file: 'sh', args: ['-c', `exec ${command}`], cwd: folder, env: env(more) })
  const succeed = async (command: string) => {
    const { code, stdout, stderr } = await start(command).ended
    expect(code, `${command}\n${stdout}${stderr}`).toBe(0)
    return stdout
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
    execFileSync('git', ['clone', '--quiet', root, folder])
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    utimesSync(join(folder, 'package-lock.json'), 0, 0) // so that the scripts see the linked modules as installed
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('builds, starts the demo agency and serves a sandbox', async () => {
    const home = { AGENCY_DESK_HOME: tempHome().home }
    const desk = start('npm start', home) // builds first
    expect((await fetch(await desk.printed(ADDRESS))).status).toBe(200)
    expect(existsSync(join(folder, 'out', 'renderer', 'index.html'))).toBe(true)
    desk.child.kill('SIGTERM') // npm hands this on; Ctrl-C reaches the desk from the terminal
    await desk.ended
    await start('npm run sandbox').printed(/sk_\S+/)
    await succeed('npm run build')
  })

  test('starts the desk under the debugger', async () => {
    const more = { AGENCY_DESK_HOME: tempHome().home, AGENCY_DESK_SHELL: 'none', AGENCY_DESK_DEMO: '0' }
    // Another debugger may hold the usual port.
    const desk = start('node --inspect=127.0.0.1:0 src-main/shells/web/index.ts', more)
    await desk.reported(/Debugger listening on/)
    await desk.printed(/without a window/)
  })

  test('develops: answers, rebuilds the window and restarts the desk after a change of the sources', async () => {
    const dev = start('npm run dev', { AGENCY_DESK_HOME: tempHome().home, AGENCY_DESK_DEMO: '0' })
    const origin = await dev.printed(ADDRESS)
    const page = join(folder, 'src-renderer', 'index.html')
    writeFileSync(page, readFileSync(page, 'utf8').replace('</title>', ' changed</title>'))
    await dev.reported(/Window rebuilt/)
    expect(await (await fetch(origin)).text()).toContain(' changed</title>')
    const source = join(folder, 'src-main', 'shells', 'web', 'index.ts')
    writeFileSync(source, `process.stdout.write('changed source runs\\n')\n${readFileSync(source, 'utf8')}`)
    await dev.printed(/changed source runs[\s\S]*Open http/)
  })

  test.each(TESTS)('runs tests by %s', async (command) => {
    expect(await succeed(command)).toMatch(/Tests .*\d+ passed/)
  })
})
