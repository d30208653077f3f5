// The entry to the desk. Every shell passes a name and an input to `call` and gets a reply as a value: no error is thrown,
// and no input reaches a handler unparsed.
import type { BrandIds } from '../src-shared/desk/common.ts'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type DeskEvent,
  type EventName,
  type EventPayload,
  type Handlers,
  isCallName,
} from '../src-shared/desk/contract.ts'
import { DeskError, type DeskErrorValue, invalidInput, type Reply } from '../src-shared/desk/errors.ts'
import { MIXES_BRANDS } from '../src-shared/desk/values/mixed-brands.ts'
import { createListeners } from './base/listeners.ts'
import { scrub } from './base/scrub.ts'
import { impliedChange } from './implied-changes.ts'

export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

export type Desk = {
  /** Any call by its name, input as it came from the wire. Never rejects. */
  readonly call: (name: string, input: unknown) => Promise<Reply<unknown>>
  /** Listens to every event; returns what removes the listener. */
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
  /** Ends all work and closes the files. */
  readonly close: () => Promise<void>
}

/** A typed call, for code that holds a desk itself; rejects with the DeskError. */
export const callDesk = async <Name extends CallName>(
  desk: Pick<Desk, 'call'>,
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> => {
  const reply = await desk.call(name, input)
  if (reply.ok) return reply.value as CallOutput<Name> // the handler's own type, by its name
  throw new DeskError(reply.error.kind, reply.error.message, reply.error.detail)
}

export const createEvents = () => {
  const listeners = createListeners<DeskEvent>()
  const send: Emit = (name, payload) => {
    const event = { name, payload } as DeskEvent // the pair is typed by Emit
    listeners.notify(event)
  }
  const emit: Emit = (name, payload) => {
    send(name, payload)
    const change = impliedChange(name, payload)
    if (change !== null) send('changed', change)
  }
  return { emit, subscribe: listeners.add }
}

export type DispatchOptions = {
  readonly handlers: Handlers
  /** What `all` means in a call that lists or adds up figures of brands. */
  readonly counted?: (brandIds: BrandIds) => BrandIds
  /** Parse what handlers return as well: development and tests. */
  readonly checkOutput: boolean
  /** Called with errors that are not DeskErrors: a bug of ours. */
  readonly onUnexpected: (name: string, error: unknown) => void
}

/** Any thrown value as a DeskError; `storage` where the database refused, else an unexpected error of ours. */
export const asDeskError = (error: unknown): DeskError => {
  if (error instanceof DeskError) return error
  const code = (error as { code?: unknown } | null)?.code // Node and SQLite errors carry a code
  const isStorage = typeof code === 'string' && /^(SQLITE_|ENOSPC|EROFS|EACCES|EDQUOT)/.test(code)
  return isStorage
    ? new DeskError(
        'storage',
        `The data folder could not be read or written (${code}). Check the disk's free space and rights, then try again.`,
      )
    : new DeskError('service', 'The desk failed with an internal error. The log has the details.')
}

/** An error as it leaves the desk: a key is masked also where somebody used it as the name of a call or field. */
export const toErrorValue = (error: unknown): DeskErrorValue =>
  JSON.parse(scrub(JSON.stringify(asDeskError(error).toValue()))) as DeskErrorValue // the same, parts of texts masked

export const createDispatch = ({
  handlers,
  counted = (same) => same,
  checkOutput,
  onUnexpected,
}: DispatchOptions): Desk['call'] => {
  const run = async (name: CallName, rawInput: unknown): Promise<unknown> => {
    const input = calls[name].input.safeParse(rawInput ?? {})
    if (!input.success) throw invalidInput(`The input of ${name} was not accepted`, input.error)
    const handler = handlers[name] as (input: unknown) => unknown // input was parsed by this name's own schema
    const asked = input.data as { readonly brandIds?: BrandIds } // where the call has them, its schema is this
    const isMixing = MIXES_BRANDS.has(name) && asked.brandIds !== undefined
    const value = await handler(isMixing ? { ...asked, brandIds: counted(asked.brandIds) } : asked)
    if (!checkOutput) return value
    const output = calls[name].output.safeParse(value)
    if (output.success) return output.data
    throw new Error(`${name} returned what its contract does not allow: ${output.error.message}`)
  }
  return async (name, rawInput) => {
    try {
      if (!isCallName(name))
        throw new DeskError('invalid', `There is no call named ${String(name).slice(0, 80)}`, {
          issues: [{ path: 'name', message: 'unknown call' }],
        })
      return { ok: true, value: await run(name, rawInput) }
    } catch (error) {
      if (!(error instanceof DeskError)) onUnexpected(String(name).slice(0, 80), error)
      return { ok: false, error: toErrorValue(error) }
    }
  }
}
