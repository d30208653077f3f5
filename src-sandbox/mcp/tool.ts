import { z } from 'zod'
import type { Operation } from '../../src-shared/service/define.ts'
import { type OperationName, operations, type WireReplyOf } from '../../src-shared/service/operations.ts'
import { type ExecuteDeps, handle, refuseOverLimit } from '../execute.ts'
import type { FaultBook } from '../faults.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { Replies } from '../state/replies.ts'
import { faultAfter, faultBefore } from './fault-in-call.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

export type ToolDeps = ExecuteDeps & {
  readonly replies: Replies
  readonly faults: Pick<FaultBook, 'take' | 'wait'>
}

export type ToolContext = {
  readonly brand: BrandState
  readonly deps: ToolDeps
  /** Gets each operation that the tool runs, for the request log. */
  readonly onOperation: (name: OperationName) => void
  /** Cuts the assistant's line. */
  readonly cut: () => void
}

/** What is behind a tool for one brand. `input` is what it takes besides `teamId`. */
export type Tool = {
  readonly input: z.ZodObject
  /** Arguments came parsed by `input`. Throws the service's own refusals. */
  readonly run: (args: ToolArguments, context: ToolContext) => Promise<object>
}

const TEAM = new Set(['teamId'])

/** The fields of all parts of an operation's request, but for the team: the session chooses it another way. */
const inputOf = (name: OperationName): z.ZodObject => {
  const { request }: Operation = operations[name]
  const body = request.body instanceof z.ZodObject ? request.body : undefined
  const shapes = [request.path, request.query, body].map((part) => part?.shape ?? {})
  return z.object(Object.fromEntries(Object.entries(Object.assign({}, ...shapes)).filter(([key]) => !TEAM.has(key))))
}

const partsOf = (name: OperationName, args: ToolArguments): Record<string, ToolArguments> => {
  const { request }: Operation = operations[name]
  return Object.fromEntries(
    Object.entries(request).map(([part, schema]) => {
      const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      return [part, Object.fromEntries(keys.flatMap((key) => (args[key] === undefined ? [] : [[key, args[key]]])))]
    }),
  )
}

/** One operation of the table, by the sandbox's own handler: its limits, its faults, its state. */
export const runOperation = async <Name extends OperationName>(
  name: Name,
  args: ToolArguments,
  context: ToolContext,
): Promise<WireReplyOf<Name>> => {
  const { brand, deps } = context
  context.onOperation(name)
  refuseOverLimit(name, brand, deps)
  const fault = deps.faults.take(name, brand.teamId)
  if (fault !== undefined) {
    await deps.faults.wait(fault)
    faultBefore(fault, context)
  }
  const parts = partsOf(name, { ...args, teamId: brand.teamId })
  const reply = (await handle(name, parts, brand, deps)) as WireReplyOf<Name> // what the handler of this name answers
  if (fault !== undefined) faultAfter(fault, context)
  return reply
}

/** The tool that is an operation and nothing else. */
export const operationTool = (name: OperationName, defaults: ToolArguments = {}): Tool => ({
  input: inputOf(name),
  run: async (args, context) => (await runOperation(name, { ...defaults, ...args }, context)) as object, // replies are objects
})
