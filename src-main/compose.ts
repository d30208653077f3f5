// The composition root: builds the desk once and passes every part its dependencies.
import type { CallInput } from '../src-shared/desk/contract.ts'
import { beginClosing, CLOSING_LIMITS, filesStillOpen } from './closing.ts'
import type { ComposedDesk, ComposeOptions } from './composed-desk.ts'
import { connectDemoWebhooks } from './demo/webhooks.ts'
import { callDesk, createDispatch, type Desk } from './desk.ts'
import type { Ask } from './exports/list.ts'
import { createParts, type Parts } from './parts.ts'
import { closeRooms, createRooms, handlersOf, type Rooms, startRooms } from './rooms.ts'

type Built = {
  readonly parts: Parts
  readonly rooms: Rooms
  readonly call: Desk['call']
  readonly closing: AbortController
  readonly cutOff: AbortController
}

const build = async (options: ComposeOptions): Promise<Built> => {
  const closing = new AbortController()
  const cutOff = new AbortController()
  const ask: Ask = (name, input) =>
    callDesk({ call: (...given) => call(...given) }, name, input as CallInput<typeof name>) // the call parses it
  const parts = await createParts({ options, ask, closing: closing.signal, cutOff: cutOff.signal })
  const rooms = await createRooms(parts)
  // During the start nothing is in memory yet that a new cache would contradict.
  parts.onCacheRebuilt(parts.sync.startOver)
  const call = createDispatch({
    handlers: handlersOf(rooms),
    counted: parts.book.counted,
    checkOutput: options.checkOutput,
    onUnexpected: (name, error) => options.log.error({ err: error }, `${name} failed`),
  })
  return { parts, rooms, call, closing, cutOff }
}

/** Starts the demo, then what each room does by itself. */
const start = async ({ parts, rooms, call }: Built): Promise<void> => {
  const { options, book, demo, isDemoRunning, webhooks, logOf, subscribe } = parts
  await demo.start()
  if (isDemoRunning() && options.isReceiverWanted)
    await connectDemoWebhooks({
      book,
      demo,
      rotateSecret: webhooks.handlers['webhooks.rotateSecret'],
      log: logOf('demo'),
    })
  if (options.shell !== 'cli') await startRooms(rooms, 'staying')
  if (!options.isBackgroundSyncWanted) return
  await startRooms(rooms, 'background')
  if (isDemoRunning()) await demo.addHistory({ call, subscribe })
}

/** Ends all work and closes the files. Rejects where they cannot be closed in time. */
const closeDesk = async ({ parts, rooms, closing, cutOff }: Built, started: Promise<void>): Promise<void> => {
  const { options, clock, demo, limiter, store, webhooks } = parts
  const limits = options.closingLimits ?? CLOSING_LIMITS
  const step = beginClosing({ clock, log: options.log })
  await step.waitFor({ start: started }, limits.startMs)
  // Nothing new begins from here on, in any room.
  closing.abort()
  step.at(limits.requestsMs, () => cutOff.abort())
  await step.waitFor(closeRooms(rooms), limits.roomsMs)
  cutOff.abort()
  const demoClosed = step.waitFor({ demo: demo.close() }, limits.allMs)
  await step.waitFor({ limiter: limiter.close() }, limits.allMs)
  const areFilesClosed = await step.waitFor({ files: store.close() }, limits.allMs)
  await demoClosed
  step.end()
  if (!areFilesClosed || webhooks.hasThread()) throw filesStillOpen() // a second opener must not write beside us
  options.log.info('desk closed')
}

/** Opens the data folder and builds the desk on it. Rejects with DeskError `storage` where it cannot be opened. */
export const composeDesk = async (options: ComposeOptions): Promise<ComposedDesk> => {
  const { home, version, shell, log } = options
  const built = await build(options)
  const { parts, rooms, call } = built
  await startRooms(rooms, 'opening')
  const isFirstStart = parts.book.list().length === 0
  const started = start(built)
  // The first start waits for the demo's brands; later the brands exist before their sandbox runs.
  if (isFirstStart) await started
  log.info({ version, shell }, 'desk opened')
  return {
    home,
    exportsFolder: parts.exportsFolder,
    log,
    call,
    subscribe: parts.subscribe,
    resumeIntents: parts.journal.start,
    close: () => closeDesk(built, started),
  }
}
