// A whole desk of a team in a process of its own, to be stopped and killed. It is called by messages of its parent, and its
// leases are as short as the parent says: no setting of the product shortens them.
import { systemClock } from '../../src-main/base/clock.ts'
import { openReopeningDesk } from '../../src-main/reopening.ts'
import type { CallName } from '../../src-shared/desk/contract.ts'
import { createPoints } from './team-desk-points.ts'
import type { Interruption, TeamDeskOptions } from './team-desk-process.ts'

type Asked =
  | { readonly id: number; readonly name: CallName; readonly input: unknown }
  | { readonly arm: Interruption | null }

const options = JSON.parse(process.env.TEAM_DESK ?? '{}') as TeamDeskOptions // as team-desk-process.ts writes it
const { clockOffsetMs = 0 } = options
const points = createPoints()

const desk = await openReopeningDesk({
  home: options.home,
  shell: 'none',
  keychain: 'session',
  clock: { ...systemClock, now: () => Date.now() + clockOffsetMs },
  getDispatcher: points.getDispatcher,
  startThread: points.startThread,
  random: Math.random,
  version: '0.0.0-test',
  checkOutput: false,
  logLevel: 'info',
  isBackgroundSyncWanted: false,
  isReceiverWanted: false,
  webhookPort: 0,
  teamAddress: options.address,
  claimTimes: options.claimTimes,
})
process.on('message', (message) => {
  const asked = message as Asked // of team-desk-process.ts
  if ('arm' in asked) return points.arm(asked.arm)
  const { id, name, input } = asked
  const answer = (reply: unknown) => process.send?.({ id, reply })
  desk.call(name, input as never).then(answer, (error: unknown) => {
    answer({ ok: false, error: { kind: 'storage', message: String(error) } })
  })
})
process.on('SIGTERM', () => void desk.close().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(1))
process.send?.({ ready: true })
