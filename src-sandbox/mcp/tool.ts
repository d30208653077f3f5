import { z } from 'zod'
import type { Operation } from '../../src-shared/service/define.ts'
import { type OperationName, operations, type WireReplyOf } from '../../src-shared/service/operations.ts'
import { admit, type ExecuteDeps, handle } from '../execute.ts'
import { type Fault, faultError } from '../faults.ts'
import { ServiceError } from '../service-error.ts'
import type { BrandState } from '../state/brand-state.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

/** An answer to a conversation. Each is a real email of the service, so that a test can count what went out. */
type SentReply = {
  readonly teamId: string
  readonly conversationId: string
  readonly body: string
  readonly sentAt: string
}

export type ToolDeps = ExecuteDeps & { readonly replies: SentReply[] }

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

/** The fields of all parts of an operation's request, but for the team: the session chooses it another way. */
const inputOf = (name: OperationName): z.ZodObject => {
  const { request }: Operation = operations[name]
  const body = request.body instanceof z.ZodObject ? request.body : undefined
  const { teamId: _, ...shape } = { ...request.path?.shape, ...request.query?.shape, ...body?.shape }
  return z.object(shape)
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

// The connector is between the assistant and the operation: it answers 502 to a reply that it cannot read, and a cut
// connection is the assistant's.
const unusable = ({ kind }: Fault) => new ServiceError(502, `fault on demand: the service's answer was ${kind}`)
const lineCut = () => new ServiceError(503, 'fault on demand: the line was cut')

/** Before the operation is handled: throws the fault's answer. */
const faultBefore = (fault: Fault, { cut }: ToolContext): void => {
  const { kind } = fault
  if (kind === 'status') throw faultError(fault)
  if (kind === 'malformed' || kind === 'html' || kind === 'huge') throw unusable(fault)
  if (kind !== 'cut' || fault.at !== 'before') return
  cut()
  throw lineCut()
}

/** After the operation was handled: throws if the fault spoils its answer. */
const faultAfter = (fault: Fault, { cut }: ToolContext): void => {
  if (fault.kind === 'truncated') throw unusable(fault)
  if (fault.kind !== 'cut') return
  cut()
  throw lineCut()
}

/** One operation of the table, by the sandbox's own handler: its limits, its faults, its state. */
export const runOperation = async <Name extends OperationName>(
  name: Name,
  args: ToolArguments,
  context: ToolContext,
): Promise<WireReplyOf<Name>> => {
  const { brand, deps } = context
  context.onOperation(name)
  const fault = await admit(name, brand, deps)
  if (fault !== undefined) faultBefore(fault, context)
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
