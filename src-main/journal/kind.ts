// How an act goes over the wire: the only thing a domain tells the journal. Holding, sending once, storing what came of
// it and what a crash means are the journal's own.
import type { IntentItem } from '../../src-shared/desk/intents.ts'
import { type OperationName, operations, type ReplyOf, type RequestOf } from '../../src-shared/service/operations.ts'
import type { BrandOptions, ServiceClient } from '../service-client/client.ts'
import { isRepeatable } from '../service-client/retry.ts'
import type { IntentDetails } from '../store/queries/intents.ts'
import type { ItemOutcome } from './states.ts'

export type CallItem = {
  readonly item: number
  readonly subject: string
  readonly payload: IntentItem['result']
}

export type CallGroup = {
  readonly brandId: string
  readonly details: IntentDetails
  /** In their order, at least one. */
  readonly items: readonly [CallItem, ...CallItem[]]
}

/** What an unknown item is found to be; items that reading says nothing about are left out. */
type Reconcile = (group: CallGroup) => Promise<readonly ItemOutcome[]>

type KindOptions<Name extends OperationName> = {
  readonly operation: Name
  /** Items one call may carry. */
  readonly itemsPerCall: number
  readonly request: (group: CallGroup) => RequestOf<Name>
  /** One outcome an item; an item left out has an unknown outcome. */
  readonly outcomes: (reply: ReplyOf<Name>, group: CallGroup) => readonly ItemOutcome[]
  /** Throws a DeskError where it can no longer be sent, e.g. its time has passed. */
  readonly assertPossible?: (details: IntentDetails, nowMs: number) => void
  /** Reads what can be read of items whose outcome is unknown. */
  readonly reconcile?: Reconcile
}

export type JournalKind = {
  readonly operation: OperationName
  readonly itemsPerCall: number
  /** Repeating it changes nothing: it goes on by itself after a crash. */
  readonly isRepeatable: boolean
  readonly send: (
    client: Pick<ServiceClient, 'request'>,
    group: CallGroup,
    options: BrandOptions,
  ) => Promise<readonly ItemOutcome[]>
  readonly assertPossible: (details: IntentDetails, nowMs: number) => void
  readonly reconcile: Reconcile
}

export const defineKind = <Name extends OperationName>(options: KindOptions<Name>): JournalKind => ({
  operation: options.operation,
  itemsPerCall: options.itemsPerCall,
  isRepeatable: isRepeatable(operations[options.operation].safety),
  send: async (client, group, requestOptions) =>
    options.outcomes(await client.request(options.operation, options.request(group), requestOptions), group),
  assertPossible: options.assertPossible ?? (() => undefined),
  reconcile: options.reconcile ?? (async () => []),
})
