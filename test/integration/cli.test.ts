import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COMMAND_NAMES } from '../../src-main/shells/cli/help.ts'
import { parseCommand } from '../../src-main/shells/cli/parse.ts'
import { openHost } from '../../src-main/shells/host.ts'
import { reachDesk } from '../../src-main/shells/reach.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import type { CauseRow } from '../../src-shared/desk/causes.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { SyncRun } from '../../src-shared/desk/sync.ts'
import { runCliCommand } from '../support/desk-command.ts'
import { createSmallDesk } from '../support/small-desk.ts'
import { tempHome } from '../support/temp-home.ts'

type SmallDesk = ReturnType<typeof createSmallDesk>

const openSmallHost = (home: string, desk: SmallDesk, shell: 'web' | 'cli' = 'cli') =>
  openHost({ home, shell, version: '1.2.3', compose: async () => desk })

/** A desk at work in this process, as `npm start` would have it. */
const startHost = async (desk = createSmallDesk()) => {
  const { home } = tempHome()
  const host = await openSmallHost(home, desk, 'web')
  if (host === null) throw new Error('the folder is locked')
  onTestFinished(async () => void (await host.close()))
  return { home, host, desk }
}

/** One command, at the desk that runs in this folder, else with this one opened for it. */
type RunOptions = {
  readonly home?: string
  readonly desk?: ReturnType<typeof createSmallDesk>
  readonly stdin?: string
  readonly columns?: number
}
const runCommand = (args: string[], { home = tempHome().home, desk = createSmallDesk(), ...rest }: RunOptions = {}) =>
  runCliCommand(() => reachDesk(home, () => openSmallHost(home, desk)), args, rest)

describe('desk call', () => {
  test('a value is JSON on stdout; an error is JSON on stderr and exit code 1', async () => {
    const list = await runCommand(['call', 'brands.list'])
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(list.stdout).brands).toHaveLength(3)
    const check = await runCommand(['call', 'brands.check', '{"brandId":"b0"}'])
    expect(check).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(check.stderr)).toMatchObject({ kind: 'unauthorized', detail: { status: 401 } })
  })

  test('the input can come from stdin', async () => {
    const check = await runCommand(['call', 'brands.check', '-'], { stdin: '{"brandId": 7}' })
    expect(JSON.parse(check.stderr)).toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'brandId' }] } })
  })

  test.each([
    [[]],
    [['explode']],
    [['call']],
    [['call', 'x']],
    [['report']],
    [['opportunities']],
    [['call', 'brands.list', '{']],
    [['call', 'brands.list', '{}', 'more']],
    [['sync', '--datasets', 'nothing']],
    [['sync', '--brand', 'a']],
    [['export', 'nothing']],
    [['doctor']],
    [['today', 'tomorrow']],
    [['constructor']],
  ])('%j is a wrong command line: exit code 2', async (args) => {
    const { code, stdout, stderr } = await runCommand(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/[.?…] See desk ([a-z]+ )?--help\.\n$/)
    expect(stderr).not.toContain('outreach.mailboxes')
  })

  test.each([
    [['tody'], 'There is no command "tody". Did you mean "today"?'],
    [['exprot', 'rankings'], 'Did you mean "export"?'],
    [['help', 'snyc'], 'Did you mean "sync"?'],
    [['export', 'rankins'], 'There is no list "rankins". Did you mean "rankings"?'],
    [['sync', '--datasets', 'clustrs'], 'Did you mean "clusters"?'],
    [['today', '--brand', 'brnd-1'], 'Did you mean "brand-1"?'],
    [['call', 'brands.lst'], 'There are brands.list, '],
    [['call', 'brand.list'], 'Did you mean "brands.list"?'],
    [['today', '--brnad', 'acme'], 'There is no option "--brnad". Did you mean "--brand"? See desk today --help.'],
    [['sync', '--brnds', 'acme'], 'There is no option "--brnds". Did you mean "--brands"?'],
    [['playbook', 'stats'], 'There is no "desk playbook stats". Did you mean "status"? Give one of list, '],
    [['report', 'monthly', '--formats', 'hmtl'], 'There is no format "hmtl". Did you mean "html"?'],
  ])('%j is answered with the nearest name', async (args, hint) => {
    const { stdout, stderr } = await runCommand(args)
    expect(stdout).toBe('')
    expect(stderr).toContain(hint)
  })

  test.each([
    [['tody', '--json'], 'There is no command "tody". Did you mean "today"? See desk --help.'],
    [['sync', '--json', '--datasets'], "Option '--datasets <value>' argument missing. See desk sync --help."],
    [['mcp', '--json'], '"--json" is not a known argument. See desk mcp --help.'],
  ])('%j is a wrong command line for a program: JSON on stderr', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ kind: 'invalid', message })
  })

  test('a value that is refused is named once', async () => {
    const { code, stderr } = await runCommand(['export', 'rankings', '--format', 'xml'])
    expect(code).toBe(1)
    expect(stderr.split('\n')).toEqual([expect.stringContaining('format: '), ''])
  })

  test('a name that is near to nothing gets no suggestion', async () => {
    expect((await runCommand(['xyzzy'])).stderr).toBe('There is no command "xyzzy". See desk --help.\n')
  })

  test.each(COMMAND_NAMES)('desk %s --help shows its use with an example that can be parsed', async (name) => {
    const { code, stdout } = await runCommand([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`  desk ${name}`)
    const [, example = ''] = /Example:\n\n {2}desk (.+)\n$/.exec(stdout) ?? []
    const args = [...example.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, single, double, word]) => single ?? double ?? word ?? '',
    )
    expect(args[0]).toBe(name)
    if (name !== 'mcp') expect(() => parseCommand(args)).not.toThrow()
    expect((await runCommand(['help', name])).stdout).toBe(stdout)
  })

  test('--help and --version start no desk', async () => {
    expect((await runCommand(['--help'])).stdout).toContain('desk sync')
    expect((await runCommand(['--version'])).stdout).toBe('1.2.3\n')
  })
})

describe('desk today', () => {
  const item = {
    id: 'drop:b1',
    kind: 'drop' as const,
    section: 'search' as const,
    urgency: 'urgent' as const,
    brandId: 'b1',
    title: '“rain jacket” fell 4.2 → 11.8',
    detail: '−26.5 clicks a day, last 3 days vs 28 before',
    since: '2026-11-16',
    about: { keyword: 'rain jacket' },
  }
  const checked = { at: '2026-11-21T12:42:00.000Z', brands: 3, stale: 1, never: 0 }
  const asked: unknown[] = []
  const deskOf = (items: (typeof item)[]) =>
    createSmallDesk({
      'today.list': ({ brandIds }) => {
        asked.push(brandIds)
        return { items, hidden: [], checked }
      },
    })

  test('prints the items under their urgency, and what was checked', async () => {
    const { code, stdout } = await runCommand(['today'], { desk: deskOf([item]) })
    expect({ code, asked: asked.at(-1) }).toEqual({ code: 0, asked: 'all' })
    expect(stdout).toContain('Urgent (1)\n  search      “rain jacket” fell 4.2 → 11.8\n')
    expect(stdout).toContain('Über Tea · −26.5 clicks a day, last 3 days vs 28 before · since 2026-11-16\n')
    expect(stdout).toContain('3 brands checked at 2026-11-21 12:42 UTC, 1 with old rankings.\n')
    const calm = await runCommand(['today', '--brand', 'über tea'], { desk: deskOf([]) })
    expect(asked.at(-1)).toEqual(['b1'])
    expect(calm.stdout).toContain('Nothing needs attention.\n')
  })

  test('--json prints the same list as JSON', async () => {
    const { stdout } = await runCommand(['today', '--json'], { desk: deskOf([item]) })
    expect(JSON.parse(stdout)).toEqual({ items: [item], hidden: [], checked })
  })
})

describe('desk why', () => {
  const row = {
    ...{
      brandId: 'b0',
      of: 'keyword' as const,
      keyword: 'tea',
      page: '/tea',
      kind: 'down' as const,
      since: '2026-11-20',
    },
    ...{ positionBefore: 3, positionNow: 9.26, clicksBefore: 4, clicksNow: 0.25, causes: [], unchecked: [] },
    ...{ absentOn: null, uncheckedTexts: [], answer: null },
  }
  const cause = (title: string, confidence: 'clear' | 'likely') => ({
    ...{
      kind: 'one-page' as const,
      confidence,
      since: '2026-11-19',
      title,
      evidence: ['7 of 8 fell.'],
      next: 'Look at it.',
    },
  })
  const said = {
    isNamed: false,
    kind: 'demand' as const,
    text: 'Fewer searches',
    by: null,
    at: '2026-11-21T10:00:00.000Z',
  }
  const list = (rows: readonly CauseRow[], total: number) =>
    runCommand(['why', 'b0'], {
      desk: createSmallDesk({
        'causes.list': ({ limit }) => ({
          rows: rows.slice(0, limit),
          total,
          nextCursor: null,
          freshAsOf: null,
          waiting: 0,
          breaks: [],
        }),
      }),
    })

  test('prints what fell from where to where, what was said and found, and what was not checked', async () => {
    const rows: CauseRow[] = [
      { ...row, causes: [cause('One page fell', 'clear'), cause('Fewer searches', 'likely')], answer: said },
      { ...row, positionNow: null, kind: 'lost', uncheckedTexts: ['It has few days.'] },
      { ...row, positionNow: null, absentOn: '2026-11-24' },
      { ...row, kind: 'clicks' },
      { ...row, of: 'page', keyword: null },
      { ...row, of: 'brand', keyword: null, page: null },
    ]
    const { stdout } = await list(rows, 6)
    expect(stdout.split('\n')).toEqual([
      '“tea”: 3.0 → 9.3, 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  Rejected: Fewer searches',
      '  One page fell (clear), since 2026-11-19.',
      '    7 of 8 fell.',
      '    Next: Look at it.',
      '  Also possible: Fewer searches (likely).',
      '',
      '“tea”: 3.0 → not ranking, 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  No cause found.',
      '    Not checked: It has few days.',
      '',
      '“tea”: did not rank on 2026-11-24, usually 3.0, 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  No cause found.',
      '',
      '“tea”: 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  No cause found.',
      '',
      '/tea: 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  No cause found.',
      '',
      'the whole brand: 4.0 → 0.3 clicks a day, since 2026-11-20',
      '  No cause found.',
      '',
    ])
  })

  test('says how many more there are than it prints, and that nothing dropped', async () => {
    const rows = Array<CauseRow>(30).fill(row)
    expect((await list(rows, 20)).stdout).not.toContain('more.')
    expect((await list(rows, 21)).stdout).toMatch(/\n1 more\. --json shows the first 20 as data\.\n$/)
    expect((await list([], 0)).stdout).toBe('Nothing dropped.\n')
  })
})

describe('desk doctor', () => {
  const row = {
    operation: 'connectors.catalog' as const,
    method: 'GET',
    path: '/v3/settings/mcp',
    documented: false,
    reachable: true,
    status: 200,
    latencyMs: 12,
    offered: true,
    problems: [],
    note: '',
    readings: [],
    arrived: [{ path: 'tools[].defaultState', type: 'string' }],
    misfits: [{ path: 'tools[].default', expected: 'allow or deny', found: 'nothing' }],
    suggestions: [{ ourPath: 'tools[].default', wirePath: 'tools[].defaultState', reason: 'similar name' }],
  }
  const report = { baseUrl: 'http://127.0.0.1:1', checkedAt: '2026-11-21T10:00:00.000Z', rows: [row] }
  const ill = () => createSmallDesk({ 'service.doctor': () => report })

  test('prints the fields received, the mismatches and the suggested mappings; exit code 1', async () => {
    const { code, stdout } = await runCommand(['doctor', 'b0'], { desk: ill() })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^does not match +connectors\.catalog +GET \/v3\/settings\/mcp {2}200, 12 ms\n/)
    expect(stdout).toContain('tools[].default: expected allow or deny, found nothing\n')
    expect(stdout).toContain('arrived: tools[].defaultState (string)\n')
    expect(stdout).toContain('suggested mapping: tools[].default from tools[].defaultState (similar name)\n')
    expect(stdout).toContain('1 of 1 operations tested, 1 with problems.')
  })

  test('names where suggestions are applied, if one operation of several has some', async () => {
    const fine = { ...row, misfits: [], suggestions: [] }
    const hintOf = async (rows: (typeof row)[]) => {
      const desk = createSmallDesk({ 'service.doctor': () => ({ ...report, rows }) })
      return (await runCommand(['doctor', 'b0'], { desk })).stdout.includes('Review and apply suggestions')
    }
    expect([await hintOf([fine, row]), await hintOf([fine, fine])]).toEqual([true, false])
  })

  test('--json reports the same as JSON', async () => {
    const { code, stdout } = await runCommand(['doctor', 'b0', '--json'], { desk: ill() })
    expect({ code, report: JSON.parse(stdout) }).toEqual({ code: 1, report })
  })

  test('exits with 0 when all replies fit', async () => {
    const rows = [{ ...row, misfits: [], suggestions: [] }]
    const desk = createSmallDesk({ 'service.doctor': () => ({ ...report, rows }) })
    const { code, stdout } = await runCommand(['doctor', 'b0'], { desk })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^matches /) })
    expect(stdout).not.toContain('arrived:')
  })
})

describe('a running desk', () => {
  test('answers commands, and makes a fresh address', async () => {
    const { home, host } = await startHost()
    host.setOpen(() => ({ shell: 'web', address: 'http://127.0.0.1:1/#token=x' }))
    const other = createSmallDesk({ 'brands.list': () => ({ brands: [] }) })
    const list = await runCommand(['call', 'brands.list'], { home, desk: other })
    expect(JSON.parse(list.stdout).brands).toHaveLength(3)
    expect(await runCommand(['open'], { home })).toMatchObject({ code: 0, stdout: 'http://127.0.0.1:1/#token=x\n' })
  })

  test('`desk open` reports that no desk runs', async () => {
    const { code, stderr } = await runCommand(['open'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^No desk with a window .*`npm start` starts one\.\n$/)
    const json = await runCommand(['open', '--json'])
    expect(JSON.parse(json.stderr)).toMatchObject({ kind: 'not-found' })
  })

  test('its socket and folder are private to the owner, and a leftover socket of a killed desk is replaced', async () => {
    const { home } = tempHome()
    const path = socketPath(home)
    writeFileSync(path, '')
    const host = await openSmallHost(home, createSmallDesk())
    onTestFinished(async () => void (await host?.close()))
    expect(await connectDesk(path)).not.toBeNull()
    for (const file of [home, path, join(home, 'desk.lock')]) expect(statSync(file).mode & 0o077, file).toBe(0)
  })

  test('refuses a second desk on the folder', async () => {
    const { home } = await startHost()
    expect(await openSmallHost(home, createSmallDesk())).toBeNull()
  })

  test('sends events to listeners; an invalid message ends only its own connection', async () => {
    const { home, desk } = await startHost()
    const remote = await connectDesk(socketPath(home))
    const heard = new Promise((resolve) => remote?.subscribe(resolve))
    await remote?.call('brands.list', {})
    desk.emit('changed', { brandIds: ['b1'], datasets: ['brands'] })
    expect(await heard).toEqual({ name: 'changed', payload: { brandIds: ['b1'], datasets: ['brands'] } })

    const bad = connect(socketPath(home))
    const closed = new Promise((resolve) => bad.once('close', resolve))
    bad.on('error', () => {}).resume()
    bad.write('nonsense\n')
    await closed
    expect(await remote?.call('brands.list', {})).toMatchObject({ ok: true })
    await remote?.close()
  })

  test('answers a client that half-closes after its question', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: Partial<Handlers> = { 'brands.list': () => gate.promise.then(() => ({ brands: [] })) }
    const { home } = await startHost(createSmallDesk(slow))
    const socket = connect({ path: socketPath(home), allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    let got = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      got += chunk
    })
    const ended = once(socket, 'end')
    const head = 'POST /api/call/brands.list HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\n'
    socket.end(`${head}Content-Length: 2\r\n\r\n{}`)
    // Another client's answer comes after our end has arrived.
    const other = await connectDesk(socketPath(home))
    await other?.hello()
    await other?.close()
    gate.resolve()
    await ended
    expect(JSON.parse(got.slice(got.indexOf('\r\n\r\n')))).toEqual({ ok: true, value: { brands: [] } })
  })

  test('answers open calls when it ends; later calls get an error', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: Partial<Handlers> = { 'brands.list': () => gate.promise.then(() => ({ brands: [] })) }
    const { home, host } = await startHost(createSmallDesk(slow))
    const remote = await connectDesk(socketPath(home))
    const asked = remote?.call('brands.list', {})
    await remote?.hello()
    const closing = host.close()
    gate.resolve()
    expect(await asked).toEqual({ ok: true, value: { brands: [] } })
    await closing
    expect(await remote?.call('brands.list', {})).toMatchObject({ ok: false, error: { kind: 'network' } })
  })

  test('a folder whose path is too long for a socket gets a short socket path', () => {
    const path = socketPath(join(tmpdir(), 'x'.repeat(120)))
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
    expect(path).not.toBe(socketPath(join(tmpdir(), 'y'.repeat(120))))
  })
})

describe('desk sync', () => {
  const baseRun = {
    runId: 'run1',
    origin: 'person' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    cancelled: 0,
    total: 2,
  }
  const failure = { kind: 'network', message: 'The service could not be reached.' } as const

  /** A desk whose sync ends by events once it was started. */
  const syncingDesk = (failed: number) => {
    let run: SyncRun = { ...baseRun, endedAt: null, done: 0, failed: 0 }
    const row = { brandId: 'b1', rows: null, nextTryAt: null, done: null, total: null, fetchedAt: null }
    const asked: unknown[] = []
    const desk = createSmallDesk({
      'sync.run': (input) => {
        asked.push(input)
        setImmediate(() => {
          desk.emit('sync.progress', { run: { ...run, done: 1 } })
          run = { ...baseRun, endedAt: '2026-01-01T00:00:02.000Z', done: 2 - failed, failed }
          desk.emit('sync.progress', { run })
        })
        return { runId: 'run1', total: 2 }
      },
      'sync.status': () => ({
        run,
        watch: null,
        rows: [
          { ...row, dataset: 'rankings', state: failed > 0 ? 'failed' : 'ok', error: failed > 0 ? failure : null },
          { ...row, dataset: 'clusters', state: 'ok', error: null },
        ],
      }),
    })
    return { desk, asked }
  }

  test('waits for the end and finds brands by id, slug or name', async () => {
    const { desk, asked } = syncingDesk(0)
    const { code, stdout } = await runCommand(['sync', '--brands', 'b0, brand-2, über tea', '--datasets', 'rankings'], {
      desk,
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Synced 2 of 2 in 2.0 s\n' })
    expect(asked).toMatchObject([{ brandIds: ['b0', 'b2', 'b1'], datasets: ['rankings'] }])
  })

  test('shows its progress on a terminal, in one line of its width', async () => {
    const bar = async (columns: number) => (await runCommand(['sync'], { desk: syncingDesk(0).desk, columns })).stderr
    expect(await bar(60)).toBe('\r\u001B[K[############------------] 1/2  50%\r\u001B[K')
    expect(await bar(30)).toBe('\r\u001B[K[############------------] 1/\r\u001B[K')
  })

  test('names a failed brand and dataset, and exits with 1', async () => {
    const text = await runCommand(['sync'], { desk: syncingDesk(1).desk })
    expect(text.code).toBe(1)
    expect(text.stdout).toBe(
      'Synced 1 of 2 in 2.0 s, 1 failed\n  Über Tea, rankings: The service could not be reached.\n',
    )
    const json = await runCommand(['sync', '--json'], { desk: syncingDesk(1).desk })
    expect(JSON.parse(json.stdout)).toMatchObject({ run: { failed: 1 }, failures: [{ brandId: 'b1', error: failure }] })
  })

  test('refuses an unknown or ambiguous brand before any request', async () => {
    const { desk, asked } = syncingDesk(0)
    const none = await runCommand(['sync', '--brands', 'nobody', '--json'], { desk })
    expect(JSON.parse(none.stderr)).toMatchObject({ kind: 'not-found' })
    const two = await runCommand(['sync', '--brands', 'acme', '--json'], { desk })
    expect(JSON.parse(two.stderr)).toMatchObject({ kind: 'conflict' })
    expect(asked).toEqual([])
  })
})
