// The parent's side of team-desk-child.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeArgs } from '../../scripts/lib/project.mjs'
import type { ClaimTimes } from '../../src-main/journal/claims.ts'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'

export type TeamDeskOptions = {
  readonly home: string
  /** Of the team's database, with the password. */
  readonly address: string
  readonly claimTimes: ClaimTimes
  /** Its computer's clock is that much late or early. */
  readonly clockOffsetMs?: number
}

export type TeamDeskProcess = {
  readonly pid: number
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>
  /** The same, and rejects with the error's message. */
  readonly value: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
  readonly isGone: () => boolean
  readonly output: () => string
}

type Answer = { readonly id: number; readonly reply: Reply<unknown> }

const gone = (): Reply<never> => ({ ok: false, error: { kind: 'storage', message: 'The process of the desk ended.' } })

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

export const startTeamDeskProcess = async (options: TeamDeskOptions): Promise<TeamDeskProcess> => {
  const entry = join(import.meta.dirname, 'team-desk-child.ts')
  const child = spawn(process.execPath, [...nodeArgs, entry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', TEAM_DESK: JSON.stringify(options) },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const waiting = new Map<number, (reply: Reply<unknown>) => void>()
  let calls = 0
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if ('ready' in (message as object)) return resolve()
      const { id, reply } = message as Answer // of the child
      waiting.get(id)?.(reply)
      waiting.delete(id)
    })
    child.once('exit', () => {
      for (const answer of waiting.values()) answer(gone())
      reject(new Error(`The desk ended before it was ready:\n${printed}`))
    })
  })
  await ready
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const call: TeamDeskProcess['call'] = (name, input) =>
    new Promise((resolve) => {
      if (isGone() || !child.connected) return resolve(gone())
      calls += 1
      waiting.set(calls, (reply) => resolve(reply as Reply<CallOutput<typeof name>>)) // the envelope of the contract
      child.send({ id: calls, name, input }, (error) => {
        if (error !== null) resolve(gone())
      })
    })
  return {
    pid: child.pid ?? 0,
    call,
    value: async (name, input) => {
      const reply = await call(name, input)
      if (reply.ok) return reply.value
      throw new Error(`${name}: ${reply.error.kind}: ${reply.error.message}`)
    },
    signal: (name) => void child.kill(name),
    kill: () => end(child, 'SIGKILL'),
    close: () => end(child, 'SIGTERM'),
    isGone,
    output: () => printed,
  }
}
