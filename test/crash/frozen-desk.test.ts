// A desk that is stopped (SIGSTOP) keeps its lock and its socket, and answers nobody. Side by side: each test waits for
// the seconds that the program waits.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'vitest'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { startDeskProcess } from '../support/desk-process.ts'

const shells = join(import.meta.dirname, '../../src-main/shells')

const startDesk = async ({ onTestFinished }: TestContext) => {
  const desk = await startDeskProcess()
  onTestFinished(async () => {
    process.kill(desk.pid, 'SIGCONT')
    await desk.stop()
  })
  return { ...desk, freeze: () => process.kill(desk.pid, 'SIGSTOP') }
}

/** Runs an entry on that data folder until it ends by itself. */
const run = async ({ onTestFinished }: TestContext, entry: string, args: readonly string[], home: string) => {
  const child = spawn(process.execPath, [join(shells, entry), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, AGENCY_DESK_HOME: home, AGENCY_DESK_KEYCHAIN: 'session', AGENCY_DESK_DEMO: '0' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}

describe.concurrent('a frozen desk', () => {
  test('is reported by the command line with its process id and what to do', async (context) => {
    const { expect } = context
    const desk = await startDesk(context)
    desk.freeze()
    const { code, stdout, stderr } = await run(context, 'cli/index.ts', ['call', 'brands.list'], desk.home)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({
      kind: 'network',
      message: expect.stringContaining(`Agency Desk (process ${desk.pid}) does not answer.`),
    })
    expect(stderr).toContain(`kill -CONT ${desk.pid}`)
  })

  test('is reported by a second start with its process id', async (context) => {
    const { expect } = context
    const desk = await startDesk(context)
    desk.freeze()
    const { code, stderr } = await run(context, 'web/index.ts', [], desk.home)
    expect(code).toBe(1)
    expect(stderr).toContain(`Agency Desk (process ${desk.pid}) does not answer.`)
  })

  test('is reported to a command that waits for its answer', async (context) => {
    const { expect } = context
    const desk = await startDesk(context)
    const remote = await connectDesk(socketPath(desk.home), () => desk.pid)
    expect(await remote?.call('desk.settings', {})).toMatchObject({ ok: true })
    desk.freeze()
    expect(await remote?.call('desk.settings', {})).toMatchObject({
      ok: false,
      error: { kind: 'network', message: expect.stringContaining(`process ${desk.pid}`) },
    })
  })
})
