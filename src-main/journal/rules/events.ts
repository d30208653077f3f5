// All that can happen to an intent, and how much of it each event has to see.
import type { ItemOutcome, ResultFields } from './model.ts'

export type IntentEvent =
  | { readonly type: 'release' | 'pause' | 'resume' | 'cancel' }
  /** The countdown that ran to this instant has ended; one that was paused or begun anew meanwhile has not. */
  | { readonly type: 'elapse'; readonly releaseAtMs: number }
  /** The batch's request goes out now. */
  | { readonly type: 'begin'; readonly batch: number }
  /** The batch has ended; its items that no outcome names have no known outcome. */
  | {
      readonly type: 'settle'
      readonly batch: number
      readonly outcomes: readonly ItemOutcome[]
      readonly problem?: string | null
    }
  /** Items of a batch that is still to go must not be sent any more. */
  | { readonly type: 'leaveOut'; readonly batch: number; readonly outcomes: readonly ItemOutcome[] }
  /** The batch was surely not sent, or surely refused for now: its items wait again. */
  | { readonly type: 'postpone'; readonly batch: number }
  /** Nothing of it goes out for now, and why: it stays ready. */
  | { readonly type: 'wait'; readonly reason: string }
  /** The desk starts and finds the intent in flight. */
  | { readonly type: 'recover'; readonly isRepeatable: boolean; readonly reason: string }
  /** A person, or what could be read, says what became of items that are unknown. */
  | { readonly type: 'decide'; readonly outcomes: readonly ItemOutcome[] }
  /** The service told by itself that the item was done. */
  | { readonly type: 'confirm'; readonly item: number; readonly result: ResultFields }
  /** What was read later of items, beside their states. */
  | { readonly type: 'note'; readonly results: readonly { readonly item: number; readonly result: ResultFields }[] }
  /** These items go out again as another intent. */
  | { readonly type: 'retry'; readonly items: readonly number[]; readonly intentId: string }

/** Which items a step has to see: those of a batch, these, or all. */
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
      return { items: [] }
    case 'release':
    case 'elapse':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'recover':
      return 'all'
  }
}

export type EventOf<Type extends IntentEvent['type']> = Extract<IntentEvent, { type: Type }>
