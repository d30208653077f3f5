// The events of an intent, and which items each has to load.
import type { ItemOutcome, ResultFields } from './model.ts'

export type IntentEvent =
  | { readonly type: 'release' | 'pause' | 'resume' }
  /** Of a held intent also some items alone: the others keep their hold. */
  | { readonly type: 'cancel'; readonly items?: readonly number[] | undefined }
  /** The countdown to this instant ended; ignored if it was paused or restarted meanwhile. */
  | { readonly type: 'elapse'; readonly releaseAtMs: number }
  /** The request of the batch is sent now. */
  | { readonly type: 'begin'; readonly batch: number }
  /** The batch ended; its items without an outcome are unknown. */
  | {
      readonly type: 'settle'
      readonly batch: number
      readonly outcomes: readonly ItemOutcome[]
      readonly problem?: string | null
    }
  /** Waiting items of a batch must not be sent any more. */
  | { readonly type: 'leaveOut'; readonly batch: number; readonly outcomes: readonly ItemOutcome[] }
  /** The batch was surely not sent, or refused for now: its items wait again. */
  | { readonly type: 'postpone'; readonly batch: number }
  /** It cannot be sent for now, and why; it stays ready. */
  | { readonly type: 'wait'; readonly reason: string }
  /** It is not what was queued: nothing more of it is sent. */
  | { readonly type: 'stop'; readonly reason: string }
  /** The desk found the intent in flight at its start, or when the lease of another desk ended (`lostAtMs`). */
  | {
      readonly type: 'recover'
      readonly isRepeatable: boolean
      readonly reason: string
      readonly lostAtMs?: number | undefined
    }
  /** Outcomes of unknown items, from a person or a poll. */
  | { readonly type: 'decide'; readonly outcomes: readonly ItemOutcome[]; readonly isByPerson?: boolean }
  /** A webhook confirmed the item. */
  | { readonly type: 'confirm'; readonly item: number; readonly result: ResultFields }
  /** Result fields that were read later; states do not change. */
  | { readonly type: 'note'; readonly results: readonly { readonly item: number; readonly result: ResultFields }[] }
  /** These items are sent again by another intent. */
  | { readonly type: 'retry'; readonly items: readonly number[]; readonly intentId: string }

/** Which items a step has to load: those of a batch, these, or all. */
export type Scope = { readonly batch: number } | { readonly items: readonly number[] } | 'all'

export const scopeOf = (event: IntentEvent): Scope => {
  switch (event.type) {
    case 'begin':
    case 'settle':
    case 'leaveOut':
    case 'postpone':
      return { batch: event.batch }
    case 'decide':
      return { items: event.outcomes.map(({ item }) => item) }
    case 'note':
      return { items: event.results.map(({ item }) => item) }
    case 'confirm':
      return { items: [event.item] }
    case 'retry':
      return { items: event.items }
    case 'wait':
    case 'release':
    case 'elapse':
    case 'pause':
    case 'resume':
      return { items: [] }
    case 'cancel':
      return event.items === undefined ? 'all' : { items: event.items }
    case 'stop':
    case 'recover':
      return 'all'
  }
}

export type EventOf<Type extends IntentEvent['type']> = Extract<IntentEvent, { type: Type }>
