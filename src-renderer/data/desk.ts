// The one place where the renderer's stores meet the bridge.
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { bridge } from '../bridge.ts'
import { onInvalidate } from './invalidate.ts'
import { createQueries } from './queries.ts'

/** A call that does something, or whose reply nobody keeps. Never rejects. */
export const ask = <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Reply<CallOutput<Name>>> =>
  bridge.call(name, input)

export const queries = createQueries(ask)
onInvalidate(queries.onInvalidate)
