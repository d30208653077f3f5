// How an intent of a kind is sent: the only thing a room tells the journal. The hold, sending once, storing outcomes and
// recovery after a crash are the journal's.
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
  /** In order, at least one. */
  readonly items: readonly [Item, ...Item[]]
}
export type BatchGroup = Group<BatchItem>
/** Items of unknown outcome, with what is known of each so far. */
export type UnknownGroup = Group<BatchItem & { readonly result: ResultFields }> & { readonly intentId: string }

/** `problem`: a contradiction in the reply, as a sentence; shown on the intent. */
export type BatchResult = { readonly outcomes: readonly ItemOutcome[]; readonly problem: string | null }
type Outcomes = readonly ItemOutcome[] | BatchResult

/** Reads the outcome of unknown items; items that remain unknown may be left out. */
type Reconcile = (
  group: UnknownGroup,
  options: { readonly nowMs: number; readonly signal: AbortSignal },
) => Promise<readonly ItemOutcome[]>

/** Read after all batches have ended; merged into the results. */
type AfterAll = (
  group: Group<BatchItem & { readonly result: ResultFields }>,
  options: { readonly signal: AbortSignal },
) => Promise<readonly { readonly item: number; readonly result: ResultFields }[]>

/** The payloads for sending items again, and the items that may not be sent again, with the reason. */
type BeforeRetry = (group: BatchGroup) => Promise<{
  readonly payloads: ReadonlyMap<number, BatchItem['payload']>
  readonly refused: readonly { readonly item: number; readonly reason: string }[]
}>

/** What a kind may define; null: nothing of the sort. */
type Hooks = {
  /** Throws a DeskError if it can no longer be sent, e.g. because its time has passed. */
  readonly assertPossible: (details: IntentDetails, nowMs: number) => void
  /** null: the service has no way to read the outcome. */
  readonly reconcile: Reconcile | null
  /** Polls a second time after this time if the first poll left items unknown; null: polled once. */
  readonly recheckAfterMs: number | null
  readonly afterAll: AfterAll | null
  /** What a person has to know besides the service's words about an item that failed or is unknown; null: nothing. */
  readonly explain: ((outcome: ItemOutcome, details: IntentDetails) => ItemOutcome) | null
  /** null: items are sent again unchanged. */
  readonly beforeRetry: BeforeRetry | null
  /** A batch whose key is refused waits for a working key instead of failing. */
  readonly waitsForKey: boolean
  /** Waits while all sending is paused. */
  readonly isSend: boolean
  /** Shared tables that `itemsToSkip` reads: if another desk changes one meanwhile, the batch is read again. */
  readonly skipReads: readonly string[]
  /** Shared tables that `assertMayRetry` reads. */
  readonly retryReads: readonly string[]
}

type KindOptions<Name extends OperationName> = Partial<Hooks> & {
  readonly operation: Name
  readonly itemsPerBatch: number
  readonly request: (group: BatchGroup) => RequestOf<Name>
  /** One outcome per item; an item left out is unknown. May read what the reply leaves open. */
  readonly outcomes: (
    reply: ReplyOf<Name>,
    group: BatchGroup,
    options: { readonly signal: AbortSignal },
  ) => Outcomes | Promise<Outcomes>
}

export type JournalKind = Hooks & {
  readonly operation: OperationName
  readonly itemsPerBatch: number
  /** Repeating it is harmless: it continues by itself after a crash. */
  readonly isRepeatable: boolean
  /** Sends once; the function it resolves to reads the outcomes from the reply. */
  readonly send: (
    client: Pick<ServiceClient, 'request'>,
    group: BatchGroup,
    options: BrandOptions,
  ) => Promise<(options: { readonly signal: AbortSignal }) => Promise<BatchResult>>
  /** Throws a DeskError if ended items may not be sent again now. */
  readonly assertMayRetry: (group: BatchGroup) => Promise<void>
  /** Called right before a batch is sent: items that must not be sent any more, each `skipped` with its reason. */
  readonly itemsToSkip: (group: BatchGroup) => Promise<readonly ItemOutcome[]>
}

const NO_HOOKS: Hooks = {
  assertPossible: () => undefined,
  reconcile: null,
  recheckAfterMs: null,
  afterAll: null,
  explain: null,
  beforeRetry: null,
  waitsForKey: false,
  isSend: false,
  skipReads: [],
  retryReads: [],
}

const isPlain = (outcomes: Outcomes): outcomes is readonly ItemOutcome[] => Array.isArray(outcomes)

export const defineKind = <Name extends OperationName>({
  request,
  outcomes: outcomesOf,
  ...options
}: KindOptions<Name>): JournalKind => ({
  ...NO_HOOKS,
  ...options,
  isRepeatable: isRepeatable(operations[options.operation].safety),
  send: async (client, group, requestOptions) => {
    const reply = await client.request(options.operation, request(group), requestOptions)
    return async (traceOptions) => {
      const outcomes = await outcomesOf(reply, group, traceOptions)
      return isPlain(outcomes) ? { outcomes, problem: null } : outcomes
    }
  },
  assertMayRetry: async () => undefined,
  itemsToSkip: async () => [],
})
