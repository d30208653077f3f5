// The calls of the first rows. The page's first script sends them while the large scripts are still read, and keeps what
// the desk answers and reports until `startPage` asks. A reply is taken once and at the start alone: later it would be old.
import type { CallInput, CallName, CallOutput, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { Bridge } from '../bridge.ts'
import { overviewAsked, queryFromParams } from '../state/overview-asked.ts'
import { brandIdsOf, type Place } from '../state/place.ts'

type Call<Name extends CallName> = readonly [name: Name, input: CallInput<Name>]

/** What the place shows first; null where its rows come after the frame. */
export const firstRowsOf = ({ view, scope, params }: Place) => {
  if (view === 'today') return ['today.list', { brandIds: brandIdsOf(scope) }] satisfies Call<'today.list'>
  if (view !== 'overview' || params.asof !== undefined) return null
  const input = scope === 'all' ? overviewAsked(queryFromParams(params)) : { brandIds: [scope] }
  return ['brands.overview', input] satisfies Call<'brands.overview'>
}

export const createFirstCalls = (bridge: Pick<Bridge, 'call' | 'subscribe' | 'onConnection'>) => {
  const replies = new Map<string, Promise<Reply<unknown>>>()
  const events: DeskEvent[] = []
  let stop = (): void => undefined
  const keyOf = (name: CallName, input: unknown) => `${name} ${JSON.stringify(input)}`
  const send = <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    void replies.set(keyOf(name, input), bridge.call(name, input))

  return {
    send: (place: Place): void => {
      // What changes from now on must reach these replies.
      stop = bridge.subscribe((event) => void events.push(event))
      bridge.onConnection(() => {})
      const rows = firstRowsOf(place)
      if (rows !== null) send(...(rows as Call<CallName>)) // each pair is of one call
      send('brands.list', {})
      send('desk.settings', {})
    },
    /** The reply to this call, where it was sent already. */
    take: <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Reply<CallOutput<Name>>> | undefined => {
      const key = keyOf(name, input)
      const reply = replies.get(key) as Promise<Reply<CallOutput<Name>>> | undefined // kept under its own name
      replies.delete(key)
      return reply
    },
    /** Ends it: the events so far; what was not taken is forgotten. */
    end: (): readonly DeskEvent[] => {
      stop()
      replies.clear()
      return events.splice(0)
    },
  }
}
