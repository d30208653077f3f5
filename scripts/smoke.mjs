// Starts a packaged desk on an empty data folder, asks it over its socket who it is, and ends it.
// Usage: node scripts/smoke.mjs <program> [arguments…]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketPath } from '../src-main/shells/socket/path.ts'

const START_MS = 60_000
const END_MS = 20_000
const RETRY_MS = 200

/** One call over the socket; null while no desk listens. */
const ask = async (path, name) => {
  const headers = { 'content-type': 'application/json' }
  const sent = request({ socketPath: path, agent: false, method: 'POST', path: `/api/call/${name}`, headers }).end('{}')
  try {
    const [response] = await once(sent, 'response')
    return await json(response)
  } catch {
    return null
  }
}

const [program, ...args] = process.argv.slice(2)
if (program === undefined) {
  process.stderr.write('Usage: node scripts/smoke.mjs <program> [arguments…]\n')
  process.exit(2)
}
const home = mkdtempSync(join(tmpdir(), 'agency-desk-smoke-'))
const child = spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    AGENCY_DESK_HOME: home,
    AGENCY_DESK_KEYCHAIN: 'session',
    AGENCY_DESK_DEMO: process.env.AGENCY_DESK_DEMO ?? '0',
    AGENCY_DESK_PORT: '0',
    AGENCY_DESK_WEBHOOK_PORT: '0',
  },
})
let end = null
const ended = new Promise((resolve) => {
  child.once('error', (error) => resolve(error.message))
  child.once('exit', (code, signal) => resolve(signal ?? code))
}).then((value) => {
  end = value
  return value
})

const checkAnswers = async () => {
  const path = socketPath(home)
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(RETRY_MS)) {
    if (end !== null) throw new Error(`The desk ended before it answered (${end}).`)
    const reply = await ask(path, 'desk.about')
    if (reply === null) continue
    if (!reply.ok) throw new Error(`desk.about failed: ${reply.error.message}`)
    return reply.value
  }
  throw new Error(`The desk did not answer within ${START_MS / 1000} s.`)
}

const endDesk = async () => {
  child.kill('SIGTERM')
  if ((await Promise.race([ended.then(() => true), sleep(END_MS, false, { ref: false })])) === false) {
    child.kill('SIGKILL')
    throw new Error(`The desk did not end within ${END_MS / 1000} s.`)
  }
}

try {
  const { version, shell } = await checkAnswers()
  await endDesk()
  process.stdout.write(`Smoke test passed: Agency Desk ${version} (${shell}) answered and ended.\n`)
} catch (error) {
  child.kill('SIGKILL')
  process.stderr.write(`Smoke test failed: ${error.message}\n`)
  process.exitCode = 1
} finally {
  await ended
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
