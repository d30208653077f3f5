/** Thrown when a reply is larger than what the desk takes; nothing beyond the limit is kept in memory. */
export class ReplyTooLargeError extends Error {
  override readonly name = 'ReplyTooLargeError'
}

export type ReadBodyOptions = {
  readonly bytesMax: number
  readonly signal: AbortSignal
  /** Called at every chunk. */
  readonly onChunk: () => void
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
  { bytesMax, signal, onChunk }: ReadBodyOptions,
): Promise<ArrayBuffer> => {
  if (response.body === null) return new ArrayBuffer(0)
  const reader = response.body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (Number(response.headers.get('content-length') ?? 0) > bytesMax) throw new ReplyTooLargeError()
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return join(chunks, size)
      size += value.byteLength
      if (size > bytesMax) throw new ReplyTooLargeError()
      chunks.push(value)
      onChunk()
    }
  } catch (error) {
    stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
