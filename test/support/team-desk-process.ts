// The parent's side of team-desk-child.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { nodeArgs } from '../../scripts/lib/project.mjs'
import type { ClaimTimes } from '../../src-main/journal/claims.ts'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'

/** The life of an intent in a team, in its order. */
export const POINTS = [
  'stored',
  'hold ended',
  'claimed',
  'marked in flight',
  'request left',
  'answered',
  'result stored',
  'claim given back',
] as const
export type Point = (typeof POINTS)[number]

/** Of the desk, by SIGKILL or by SIGSTOP past its lease; or of PostgreSQL, which crashes while the desk is stopped. */
export const INTERRUPTION_KINDS = ['kill', 'stop', 'crash'] as const
export type InterruptionKind = (typeof INTERRUPTION_KINDS)[number]

/** Once, as soon as the desk comes to this point of an intent: there it kills or stops itself. */
export type Interruption = { readonly point: Point; readonly kind: InterruptionKind }

/** `of`: the intent by its id or number, or the article. */
export type Interrupted = Interruption & { readonly of: string }

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
  readonly arm: (interruption: Interruption | null) => void
  /** Called when it has come to the point. */
  readonly onInterrupted: (listener: (interrupted: Interrupted) => void) => void
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
  let onInterrupted = (_: Interrupted): void => undefined
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, said] = /^interrupted (.*)$/.exec(line) ?? []
      if (said !== undefined) onInterrupted(JSON.parse(said) as Interrupted) // of team-desk-points.ts
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
    arm: (arm) => {
      if (!isGone() && child.connected) child.send({ arm }, () => undefined)
    },
    onInterrupted: (listener) => {
      onInterrupted = listener
    },
    signal: (name) => void child.kill(name),
    kill: () => end(child, 'SIGKILL'),
    close: () => end(child, 'SIGTERM'),
    isGone,
    output: () => printed,
  }
}
