import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentKind } from '../../src-shared/desk/intents.ts'
import type { Clock } from '../clock.ts'
import type { NewIntent, StoredIntent } from '../store/queries/intents.ts'
import type { Store } from '../store/store.ts'
import type { Holds } from './holds.ts'
import type { IntentRequest } from './journal.ts'
import type { JournalKind } from './kind.ts'
import type { Apply } from './sender.ts'
import { mayGoAgain } from './states.ts'

type IntentCalls = 'list' | 'get' | 'cancel' | 'releaseNow' | 'pause' | 'resolve'
export type IntentHandlers = Pick<Handlers, `intents.${IntentCalls}`>

export type IntentHandlersDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly apply: Apply
  readonly release: (id: string) => Promise<StoredIntent | null>
  readonly holds: Holds
  /** False where nothing of it was left to call off. */
  readonly callOff: (id: string) => Promise<boolean>
  readonly toNewIntent: (request: IntentRequest) => NewIntent
  /** A new intent was written. */
  readonly begun: (intent: StoredIntent) => void
  readonly arm: (intent: StoredIntent) => void
}

const DECIDED = {
  confirmed: 'A person has looked: it was done.',
  failed: 'A person has looked: it was not done.',
} as const

const refused = (message: string, { brandId }: { brandId: string }) => new DeskError('conflict', message, { brandId })

const noItem = (place: number) =>
  new DeskError('invalid', `This intent has no item ${place}.`, {
    issues: [{ path: 'items', message: `no item ${place}` }],
  })

/** The items meant, or all that may be. Throws where one is not there, may not be, or none is left. */
const chosen = (
  intent: StoredIntent,
  wanted: readonly number[] | undefined,
  isFit: (item: StoredIntent['items'][number]) => boolean,
): StoredIntent['items'] => {
  const items =
    wanted === undefined
      ? intent.items.filter(isFit)
      : [...new Set(wanted)].map((place) => {
          const item = intent.items[place]
          if (item === undefined) throw noItem(place)
          if (!isFit(item)) throw refused(`"${item.subject}" is ${item.state}: there is nothing to decide.`, intent)
          return item
        })
  if (items.length === 0) throw refused('Nothing of this intent is left to decide.', intent)
  return items
}

export const createIntentHandlers = (deps: IntentHandlersDeps): IntentHandlers => {
  const { store, clock, kinds, apply, release, holds, callOff, toNewIntent, begun, arm } = deps

  const intentOf = async (id: string): Promise<Intent> => {
    const { items: _, ...intent } = await store.read('intents.get', { id })
    return intent
  }

  const sendAgain = async (
    intent: StoredIntent & { payloads: readonly NewIntent['items'][number]['payload'][] },
    wanted?: readonly number[],
  ) => {
    const { id, kind, brandId, details } = intent
    const items = chosen(intent, wanted, mayGoAgain)
    kinds[kind].assertPossible(details, clock.now())
    const request = items.map(({ item, subject }) => ({ subject, payload: intent.payloads[item] ?? {} }))
    const again = toNewIntent({ kind, brandId, details, items: request })
    const written = await store.write('intents.again', {
      id,
      items: items.map(({ item }) => item),
      intent: again,
      atMs: clock.now(),
    })
    if (written === null) throw refused('This intent has not ended yet, or its items were sent again already.', intent)
    begun(written.old)
    begun(written.created)
    return again.id
  }

  return {
    'intents.list': (input) => store.read('intents.list', input),
    'intents.get': (input) => store.read('intents.get', input),
    'intents.cancel': async ({ id }) => {
      const before = await intentOf(id)
      if (!(await callOff(id)))
        throw refused('Nothing of it is left to call off: it has ended, or is on its way.', before)
      return intentOf(id)
    },
    'intents.releaseNow': async ({ id }) => {
      const before = await intentOf(id)
      holds.clear(id)
      if ((await release(id)) === null) throw refused('It is not held: there is nothing to release.', before)
      return intentOf(id)
    },
    'intents.pause': async ({ id, paused }) => {
      const before = await intentOf(id)
      const intent = await apply(id, { type: paused ? 'pause' : 'resume' })
      if (intent === null) throw refused('It is not held any more: its countdown has ended.', before)
      if (paused) holds.clear(id)
      else arm(intent)
      return intentOf(id)
    },
    'intents.resolve': async ({ id, items: wanted, as }) => {
      const intent = await store.read('intents.toSend', { id })
      if (as === 'again') {
        const newIntentId = await sendAgain(intent, wanted)
        return { intent: await intentOf(id), newIntentId }
      }
      const items = chosen(intent, wanted, ({ state }) => state === 'unknown')
      const outcomes = items.map(({ item }) => ({ item, state: as, reason: DECIDED[as], result: {} }))
      if ((await apply(id, { type: 'decide', outcomes })) === null)
        throw refused('Its items have changed meanwhile. Look again.', intent)
      return { intent: await intentOf(id), newIntentId: null }
    },
  }
}
