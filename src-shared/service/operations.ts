// The operation table: the only place that knows a path, a wire schema or how safe an operation is to repeat.
// Each resource has its rows beside their schemas. The client, the limiter, the sandbox's router and the service doctor
// are all derived from them.
import { z } from 'zod'
import { aiModelOperations } from './ai-models.ts'
import { cmsOperations } from './cms.ts'
import { connectorOperations } from './connectors.ts'
import type { Operation } from './define.ts'
import { keywordOperations } from './keywords.ts'
import { outreachOperations } from './outreach.ts'
import { rankTrackingOperations } from './rank-tracking.ts'
import { topicClusterOperations } from './topic-clusters.ts'
import { websiteAuditOperations } from './website-audit.ts'

export const operations = {
  ...outreachOperations,
  ...rankTrackingOperations,
  ...topicClusterOperations,
  ...keywordOperations,
  ...websiteAuditOperations,
  ...aiModelOperations,
  ...cmsOperations,
  ...connectorOperations,
}

export type Operations = typeof operations
export type OperationName = keyof Operations

export const OPERATION_NAMES = Object.keys(operations) as [OperationName, ...OperationName[]] // keys of a const object
export const OperationNameSchema = z.enum(OPERATION_NAMES)

/** Our paths of one body of an operation that the interface does not give by name. */
export const openFieldsOf = (name: OperationName, side: 'request' | 'response'): readonly string[] => {
  const { open }: Operation = operations[name]
  return open?.[side] ?? []
}

/** Query parameters of an operation whose values the interface leaves open, with suggestions. */
export const openValuesOf = (name: OperationName): Readonly<Record<string, readonly string[]>> => {
  const { openValues }: Operation = operations[name]
  return openValues ?? {}
}

type PartInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : never
type PartOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

/** What a caller hands to the client for an operation: only the parts that its row declares. */
export type RequestOf<Name extends OperationName> = {
  readonly [Part in keyof Operations[Name]['request']]: PartInput<Operations[Name]['request'][Part]>
}
/** What a handler of the sandbox receives: the same parts, parsed. */
export type ParsedRequestOf<Name extends OperationName> = {
  readonly [Part in keyof Operations[Name]['request']]: PartOutput<Operations[Name]['request'][Part]>
}
/** A reply as the service sends it. */
export type WireReplyOf<Name extends OperationName> = z.input<Operations[Name]['response']>
/** A reply after its schema: what the desk works with. */
export type ReplyOf<Name extends OperationName> = z.output<Operations[Name]['response']>
