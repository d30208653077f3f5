// The receiver as the desk commands it: where its thread listens, what the thread must know, and a new thread when it dies.
import { Mutex } from 'async-mutex'
import type { Log } from '../base/log.ts'
import type { NewNotice } from '../notices.ts'
import { createReceiverLink, type ReceiverLink, type ReceiverLinkDeps } from './receiver-link.ts'
import type { ListenResult, ReceiverRules } from './receiver-messages.ts'
import type { CountedRefusals } from './refusal-counter.ts'

export type Listening = {
  readonly listening: boolean
  readonly address: string
  readonly port: number
  readonly error: string | null
  /** Another program has the port. */
  readonly isTaken: boolean
}
export type Target = { readonly enabled: boolean; readonly address: string; readonly port: number }

export type ReceiverDeps = Pick<ReceiverLinkDeps, 'workerUrl' | 'onStored' | 'onFailed'> & {
  readonly inboxFile: string
  readonly rules: () => ReceiverRules
  readonly log: Log
  readonly notify: (notice: NewNotice) => void
  readonly onMoved: () => void
}

const why = (code: string | undefined, { address, port }: Target): string => {
  const at = `${address}:${port}`
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken by another program, so no deliveries are received. End that program and try again, or choose another port and give the senders its address.`
  }
  if (code === 'EACCES') return `This account may not listen on ${at}. Choose a port above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This computer has no address ${address}. Choose 127.0.0.1.`
  return `The receiver cannot listen on ${at} (${code}). Choose another port and give the senders its address.`
}

const RESTARTS_MAX = 3
const LOST = 'The receiver keeps stopping, so no deliveries are received. Close the desk and start it again.'
const NO_REFUSALS: CountedRefusals = { counts: {}, refusals: [] }

export const createReceiver = (deps: ReceiverDeps) => {
  const { inboxFile, rules, log, onMoved, notify } = deps
  const mutex = new Mutex()
  let status: Listening = { listening: false, address: '127.0.0.1', port: 0, error: null, isTaken: false }
  let target: Target = { address: status.address, port: status.port, enabled: false }
  let link: ReceiverLink | undefined
  let threads = 0
  let restarts = 0

  const onDeath = (reason: string): void => {
    log.error({ reason }, 'the receiver stopped')
    link = undefined
    restarts += 1
    status = { ...status, listening: false }
    if (restarts <= RESTARTS_MAX) {
      // At the port that it had, also where any free one was asked for.
      void move({ ...target, port: status.port === 0 ? target.port : status.port })
      return
    }
    status = { ...status, error: LOST }
    const opens = { view: 'webhooks', params: { section: 'settings' } }
    notify({ level: 'error', title: 'The receiver stopped', message: LOST, opens })
    onMoved()
  }

  /** The thread, with its file and its rules. */
  const startLink = async (): Promise<ReceiverLink> => {
    if (link !== undefined) return link
    const started = createReceiverLink({ ...deps, onDeath, onGone: () => (threads -= 1) })
    threads += 1
    link = started
    try {
      await started.ask({ kind: 'openFile', path: inboxFile })
      await started.ask({ kind: 'rules', rules: rules() })
      return started
    } catch (error) {
      if (link === started) link = undefined
      await started.end()
      throw error
    }
  }

  const listen = async ({ address, port }: Target): Promise<ListenResult> => {
    try {
      const started = await startLink()
      return (await started.ask({ kind: 'listen', address, port })) as ListenResult // as the thread answers it
    } catch (error) {
      log.error({ err: error }, 'the receiver could not be started')
      return { code: error instanceof Error ? error.message : String(error) }
    }
  }

  const moveNow = async (next: Target): Promise<void> => {
    const { address, port, enabled } = next
    target = next
    if (!enabled) await link?.ask({ kind: 'stop' }).catch(() => undefined)
    status = { listening: false, address, port, error: null, isTaken: false }
    if (enabled) {
      const result = await listen(next)
      if ('code' in result) {
        status = { ...status, error: why(result.code, next), isTaken: result.code === 'EADDRINUSE' }
        log.warn({ code: result.code, address, port }, 'the receiver does not listen')
      } else {
        status = { ...status, listening: true, port: result.port }
        log.info({ address, port: status.port }, 'the receiver listens')
      }
    }
    onMoved()
  }
  /** Listens there from now on, or not at all; an address that cannot be used is shown by `status`, never thrown. */
  const move = (next: Target): Promise<void> => mutex.runExclusive(() => moveNow(next))

  const askIfRunning = async (request: Parameters<ReceiverLink['ask']>[0]): Promise<unknown> =>
    link?.ask(request).catch((error: unknown) => log.warn({ err: error }, 'the receiver did not answer'))

  return {
    move,
    status: (): Listening => status,
    /** Whether a thread may hold inbox.db open. */
    hasThread: (): boolean => threads > 0,
    /** Resolves when no move is under way. */
    settled: (): Promise<void> => mutex.waitForUnlock(),
    /** Resolves once the receiver follows the rules as they are now. */
    applyRules: async (): Promise<void> => void (await askIfRunning({ kind: 'rules', rules: rules() })),
    takeRefusals: async (): Promise<CountedRefusals> =>
      ((await askIfRunning({ kind: 'takeRefusals' })) as CountedRefusals | undefined) ?? NO_REFUSALS, // as the thread answers it
    /** While the store repairs its files. */
    holder: {
      close: () => askIfRunning({ kind: 'closeFile' }),
      open: () => askIfRunning({ kind: 'openFile', path: inboxFile }),
    },
    /** Takes no new deliveries; the refusals until then can still be taken. */
    stop: (): Promise<void> =>
      mutex.runExclusive(async () => {
        await askIfRunning({ kind: 'stop' })
        status = { ...status, listening: false }
      }),
    close: (): Promise<void> =>
      mutex.runExclusive(async () => {
        const last = link
        link = undefined
        await last?.end()
      }),
  }
}
export type Receiver = ReturnType<typeof createReceiver>
