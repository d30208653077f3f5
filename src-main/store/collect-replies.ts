// The objects of a reply are garbage once it is stored. V8 would collect them in the middle of a later one, which it then
// copies, and what it copied twice stays until it collects its whole heap. docs/decisions/0048 has what that took.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const BYTES_BETWEEN = 1024 * 1024

type Collect = (options: { readonly type: 'minor' }) => void
const findCollect = (): Collect => {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  return typeof found === 'function' ? (found as Collect) : () => undefined // V8's own, where this V8 has it
}

let collect: Collect | undefined
let bytes = 0

/** Called with the size of each reply as it is read, by code that stores it before the next microtask. */
export const collectAfterReply = (replyBytes: number): void => {
  bytes += replyBytes
  if (bytes < BYTES_BETWEEN) return
  bytes = 0
  collect ??= findCollect()
  queueMicrotask(() => collect?.({ type: 'minor' }))
}
