import { SMALL_REPLY_BYTES } from './large-replies.ts'

/** Thrown when a reply is larger than what the desk takes; nothing beyond the limit is kept in memory. */
export class ReplyTooLargeError extends Error {
  override readonly name = 'ReplyTooLargeError'
}

export type ReadBodyOptions = {
  readonly bytesMax: number
  readonly signal: AbortSignal
  /** Called at every chunk, and now and then while it waits for its turn. */
  readonly onChunk: () => void
  /** Before more than a small reply is read. */
  readonly largeTurn?: (() => Promise<void>) | undefined
}

const WAITING_MS = 1000
const waitFor = async (turn: Promise<void>, { onChunk, signal }: Pick<ReadBodyOptions, 'onChunk' | 'signal'>) => {
  const timer = setInterval(onChunk, WAITING_MS)
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([turn, aborted])
  clearInterval(timer)
  signal.throwIfAborted()
}

/** Memory outside of V8's heap makes it collect the whole heap, again and again, until it is given back. */
const release = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

const join = (chunks: readonly Uint8Array[], size: number): ArrayBuffer => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
    release(chunk)
  }
  return whole.buffer
}

/** The whole body as one buffer of its own; rejects with ReplyTooLargeError, the signal's reason, or the connection's error. */
export const readBody = async (
  response: Response,
  { bytesMax, signal, onChunk, largeTurn }: ReadBodyOptions,
): Promise<ArrayBuffer> => {
  if (response.body === null) return new ArrayBuffer(0)
  const reader = response.body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array[] = []
  try {
    if (Number(response.headers.get('content-length') ?? 0) > bytesMax) throw new ReplyTooLargeError()
    let size = 0
    let isLarge = false
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return join(chunks, size)
      size += value.byteLength
      if (size > bytesMax) throw new ReplyTooLargeError()
      chunks.push(value)
      if (!isLarge && size > SMALL_REPLY_BYTES) {
        isLarge = true
        if (largeTurn !== undefined) await waitFor(largeTurn(), { onChunk, signal })
      }
      onChunk()
    }
  } catch (error) {
    stop()
    for (const chunk of chunks) release(chunk)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
