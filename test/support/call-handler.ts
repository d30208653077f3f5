import { type CallInput, type CallName, type CallOutput, calls, type Handlers } from '../../src-shared/desk/contract.ts'

/** Calls a handler as the desk does: input parsed by the contract, and the output held against it. */
export const callHandler = async <Name extends CallName>(
  handlers: Pick<Handlers, Name>,
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> => {
  const handler = handlers[name] as (parsed: unknown) => unknown // parsed by this name's own schema
  const value = await handler(calls[name].input.parse(input))
  return calls[name].output.parse(value) as CallOutput<Name> // by this name's own schema
}
