import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseCliOptions } from '../../src-sandbox/cli-options.ts'
import { startClient } from './sandbox-client.ts'

const CLI = fileURLToPath(new URL('../../src-sandbox/cli.ts', import.meta.url))

const run = (...args: string[]) => {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return { child, lines, errors: () => errors, firstLine: () => once(child.stdout, 'data') }
}

describe('options', () => {
  it('has defaults', () => {
    expect(parseCliOptions([])).toEqual({
      port: 0,
      keywords: 300,
      days: 90,
      seed: 1,
      credits: 10_000,
      fresh: false,
      organizations: 1,
      searchConsoleFiles: [],
      readyJson: false,
      ignoreStdin: false,
      help: false,
    })
  })

  it('accepts several files after one flag, and the flag repeated', () => {
    const args = ['--search-console', 'a.csv', 'b.csv', '--port', '7', '--search-console=c.csv', '--brands=2']
    expect(parseCliOptions(args)).toMatchObject({ searchConsoleFiles: ['a.csv', 'b.csv', 'c.csv'], port: 7, brands: 2 })
  })

  it('takes the size of outreach', () => {
    const args = ['--prospects', '80', '--contacts=300', '--credits', '0', '--fresh']
    expect(parseCliOptions(args)).toMatchObject({ prospects: 80, contacts: 300, credits: 0, fresh: true })
    expect(() => parseCliOptions(['--contacts', '100001'])).toThrow(
      '--contacts must be a whole number from 0 to 100000',
    )
  })

  it.each([
    [['--brands', 'many'], '--brands must be a whole number from 0 to 10000, not "many"'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['--days', '0'], '--days must be'],
    [['--organizations', '0'], '--organizations must be'],
    [['--brands', '0'], 'leaves no brand'],
    [['--port', '1', 'stray'], '"stray" belongs to no option'],
    [['--nope'], "Unknown option '--nope'"],
    [['--search-console'], 'argument missing'],
  ])('refuses %j', (args, message) => {
    expect(() => parseCliOptions(args)).toThrow(message)
  })
})

describe('the command', () => {
  it('prints its address and keys first, and ends when its stdin closes', async () => {
    const { child, lines, firstLine } = run('--ready-json', '--brands', '2', '--keywords', '10')
    await firstLine()
    const ready = JSON.parse(lines[0] ?? '')
    expect(ready.brands).toHaveLength(2)
    const [{ key, teamId }] = ready.brands
    const reply = await fetch(`${ready.baseUrl}/v3/settings/mcp`, { headers: { authorization: `Bearer ${key}` } })
    expect(await reply.json()).toMatchObject({ brandId: teamId })
    const exited = once(child, 'exit')
    child.stdin.end()
    expect(await exited).toEqual([0, null])
    expect(lines).toHaveLength(1)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('lists each brand in one line and ends on %s', async (signal) => {
    const { child, lines, firstLine } = run('--brands', '3', '--keywords', '10')
    await firstLine()
    expect(lines[0]).toMatch(/http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines[1]).toMatch(/http:\/\/127\.0\.0\.1:\d+\/__sandbox$/)
    expect(lines.filter((line) => / team_\w{20} {2}sk_\w{48}$/.test(line))).toHaveLength(3)
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([0, null])
  })

  it('reports a taken port', async () => {
    const { sandbox } = await startClient()
    const { child, errors } = run('--port', new URL(sandbox.baseUrl).port)
    expect(await once(child, 'close')).toEqual([1, null])
    expect(errors()).toMatch(/^sandbox: port \d+ is taken/)
  })

  it.each([
    [['--brands', 'x'], /^sandbox: --brands must be/],
    [['--search-console', '/no/such.csv'], /^sandbox: \/no\/such\.csv: /],
    [['--profile', CLI], /^sandbox: --profile /],
  ])('exits 2 with a message: %j', async (args, message) => {
    const { child, errors, lines } = run(...args)
    expect(await once(child, 'close')).toEqual([2, null])
    expect(errors()).toMatch(message)
    expect(lines).toEqual([])
  })
})
