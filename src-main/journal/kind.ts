// How an act goes over the wire: the only thing a domain tells the journal. Holding, sending once, storing what came of
// it and what a crash means are the journal's own.
import type { IntentItem } from '../../src-shared/desk/intents.ts'
import { type OperationName, operations, type ReplyOf, type RequestOf } from '../../src-shared/service/operations.ts'
import type { BrandOptions, ServiceClient } from '../service-client/client.ts'
import { isRepeatable } from '../service-client/retry.ts'
import type { IntentDetails } from './queries/intents.ts'
import type { ItemOutcome, ResultFields } from './rules/model.ts'

export type BatchItem = {
  readonly item: number
  /** What is shown. */
  readonly label: string
  /** The article's slug, the id of the contact or prospect. */
  readonly refId: string
  readonly payload: IntentItem['result']
}

type Group<Item> = {
  readonly brandId: string
  readonly details: IntentDetails
  /** In their order, at least one. */
  readonly items: readonly [Item, ...Item[]]
}
export type BatchGroup = Group<BatchItem>
/** Items whose outcome nobody knows, with what is known of each so far. */
export type UnknownGroup = Group<BatchItem & { readonly result: ResultFields }> & { readonly intentId: string }

/** `problem`: what does not add up in the reply, in a sentence; it is shown on the intent. */
export type BatchResult = { readonly outcomes: readonly ItemOutcome[]; readonly problem: string | null }
type Outcomes = readonly ItemOutcome[] | BatchResult

/** What an unknown item is found to be; items that reading says nothing about are left out. */
type Reconcile = (
  group: UnknownGroup,
  options: { readonly nowMs: number; readonly signal: AbortSignal },
) => Promise<readonly ItemOutcome[]>

/** What can be read of items once all batches have ended; it is kept beside what the replies said. */
type AfterAll = (
  group: Group<BatchItem & { readonly result: ResultFields }>,
  options: { readonly signal: AbortSignal },
) => Promise<readonly { readonly item: number; readonly result: ResultFields }[]>

/** What items send when they go again, and which of them may not, with the reason. */
type BeforeRetry = (group: BatchGroup) => Promise<{
  readonly payloads: ReadonlyMap<number, BatchItem['payload']>
  readonly refused: readonly { readonly item: number; readonly reason: string }[]
}>

type KindOptions<Name extends OperationName> = {
  readonly operation: Name
  /** Items one batch may carry. */
  readonly itemsPerBatch: number
  readonly request: (group: BatchGroup) => RequestOf<Name>
  /** One outcome an item; an item left out has an unknown outcome. May read what the reply leaves open. */
  readonly outcomes: (
    reply: ReplyOf<Name>,
    group: BatchGroup,
    options: { readonly signal: AbortSignal },
  ) => Outcomes | Promise<Outcomes>
  /** Throws a DeskError where it can no longer be sent, e.g. its time has passed. */
  readonly assertPossible?: (details: IntentDetails, nowMs: number) => void
  /** Reads what can be read of items whose outcome is unknown. */
  readonly reconcile?: Reconcile
  /** Reads again by itself, so long after the first look, what that one left unknown. */
  readonly recheckAfterMs?: number
  readonly afterAll?: AfterAll
  /** Asked before items go out once more, whatever became of them by the journal. */
  readonly beforeRetry?: BeforeRetry
  /** A batch that the key is refused for waits for a key that works, instead of failing. */
  readonly waitsForKey?: boolean
  /** Held back while the person holds all sends. */
  readonly isSend?: boolean
}

export type JournalKind = {
  readonly operation: OperationName
  readonly itemsPerCall: number
  /** Repeating it changes nothing: it goes on by itself after a crash. */
  readonly isRepeatable: boolean
  readonly waitsForKey: boolean
  readonly isSend: boolean
  /** Sends once; the result reads from the reply what became of each item. */
  readonly send: (
    client: Pick<ServiceClient, 'request'>,
    group: BatchGroup,
    options: BrandOptions,
  ) => Promise<(options: { readonly signal: AbortSignal }) => Promise<BatchResult>>
  readonly assertPossible: (details: IntentDetails, nowMs: number) => void
  /** null where nothing can be read of what became of it. */
  readonly reconcile: Reconcile | null
  /** null: it is looked for once. */
  readonly recheckAfterMs: number | null
  readonly afterAll: AfterAll | null
  /** Throws a DeskError where items that ended may not go again now. */
  readonly assertMayRetry: (group: BatchGroup) => Promise<void>
  /** Read right before a batch goes: what of it must not be sent any more, each `skipped` with its reason. */
  readonly leftOut: (group: BatchGroup) => Promise<readonly ItemOutcome[]>
  /** null: they go again as they are. */
  readonly beforeRetry: BeforeRetry | null
}

const isPlain = (outcomes: Outcomes): outcomes is readonly ItemOutcome[] => Array.isArray(outcomes)

export const defineKind = <Name extends OperationName>(options: KindOptions<Name>): JournalKind => ({
  operation: options.operation,
  itemsPerCall: options.itemsPerBatch,
  isRepeatable: isRepeatable(operations[options.operation].safety),
  waitsForKey: options.waitsForKey ?? false,
  isSend: options.isSend ?? false,
  send: async (client, group, requestOptions) => {
    const reply = await client.request(options.operation, options.request(group), requestOptions)
    return async (traceOptions) => {
      const outcomes = await options.outcomes(reply, group, traceOptions)
      return isPlain(outcomes) ? { outcomes, problem: null } : outcomes
    }
  },
  assertPossible: options.assertPossible ?? (() => undefined),
  reconcile: options.reconcile ?? null,
  recheckAfterMs: options.recheckAfterMs ?? null,
  afterAll: options.afterAll ?? null,
  assertMayRetry: async () => undefined,
  leftOut: async () => [],
  beforeRetry: options.beforeRetry ?? null,
})
