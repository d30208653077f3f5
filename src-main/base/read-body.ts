import type { IncomingMessage } from 'node:http'
import { createBytes } from './bytes.ts'

/** The whole body; `too-large` as soon as it is known to be, and nothing of it is kept; `cut` where the sender left. */
export const readBody = (request: IncomingMessage, bytesMax: number): Promise<Buffer | 'too-large' | 'cut'> =>
  new Promise((resolve) => {
    const named = Number(request.headers['content-length'] ?? 0)
    if (named > bytesMax) return resolve('too-large')
    // Most bodies are one chunk. How far the named length is trusted, `createBytes` says.
    let first: Buffer | undefined
    let bytes: ReturnType<typeof createBytes> | undefined
    const onData = (chunk: Buffer) => {
      const sizeBefore = bytes?.size() ?? first?.length ?? 0
      if (sizeBefore + chunk.length > bytesMax) {
        bytes?.drop()
        first = undefined
        bytes = undefined
        // Paused, not destroyed: the refusal still has to reach the sender.
        request.off('data', onData).pause()
        return resolve('too-large')
      }
      if (first === undefined) {
        first = chunk
        return
      }
      if (bytes === undefined) {
        bytes = createBytes(sizeBefore + chunk.length, bytesMax, named)
        bytes.add(first)
      }
      bytes.add(chunk)
    }
    request.on('data', onData)
    request.once('end', () => resolve(bytes === undefined ? (first ?? Buffer.alloc(0)) : Buffer.from(bytes.end())))
    request.once('error', () => resolve('cut'))
    request.once('close', () => resolve('cut'))
  })
