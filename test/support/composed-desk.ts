import { onTestFinished } from 'vitest'
import { getDispatcher } from '../../src-main/base/dispatcher.ts'
import type { ComposedDesk } from '../../src-main/composed-desk.ts'
import { callDesk } from '../../src-main/desk.ts'
import { openReopeningDesk, type ReopeningOptions } from '../../src-main/reopening.ts'
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '../../src-shared/desk/contract.ts'
import { fieldsOfRun } from './renamed-fields.ts'
import { storeThreads } from './store-threads.ts'
import { engineTeamAddress } from './team-engine.ts'
import { tempHome } from './temp-home.ts'
import { testClock } from './test-clock.ts'

export type TestDesk = {
  readonly desk: ComposedDesk
  readonly home: string
  /** Rejects with the DeskError. */
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  /** Resolves with the first event of that name that fits. */
  readonly next: <Name extends EventName>(
    name: Name,
    fits: (payload: EventPayload<Name>) => boolean,
  ) => Promise<EventPayload<Name>>
  /** Starts a run and waits for its end. */
  readonly sync: (input?: CallInput<'sync.run'>) => Promise<EventPayload<'sync.progress'>['run']>
  readonly close: () => Promise<void>
}

/** The whole desk in this process: real files, real HTTP, keys in memory, no demo. Closed when the test ends. */
export const openTestDesk = async (options: Partial<ReopeningOptions> = {}): Promise<TestDesk> => {
  const home = options.home ?? tempHome().home
  const desk = await openReopeningDesk({
    home,
    shell: 'none',
    keychain: 'session',
    clock: testClock,
    getDispatcher,
    random: Math.random,
    version: '0.0.0-test',
    checkOutput: true,
    logLevel: 'debug',
    isBackgroundSyncWanted: false,
    isReceiverWanted: false,
    webhookPort: 0,
    teamAddress: await engineTeamAddress(home),
    ...storeThreads(),
    ...options,
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= desk.close()
    return closing
  }
  onTestFinished(close)
  const call: TestDesk['call'] = (name, input) => callDesk(desk, name, input)
  if (fieldsOfRun !== undefined) await call('service.setProfile', { fields: fieldsOfRun })
  const next: TestDesk['next'] = (name, fits) =>
    new Promise((resolve) => {
      const end = desk.subscribe((event) => {
        if (event.name !== name) return
        const payload = event.payload as EventPayload<typeof name> // its name says so
        if (!fits(payload)) return
        end()
        resolve(payload)
      })
    })
  const sync: TestDesk['sync'] = async (input = {}) => {
    const ended = next('sync.progress', ({ run }) => run.origin === 'person' && run.endedAt !== null)
    await call('sync.run', input)
    return (await ended).run
  }
  return { desk, home, call, next, sync, close }
}
