import type { IncomingMessage } from 'node:http'

/** The whole body; `too-large` as soon as it is known to be, and nothing of it is kept; `cut` where the sender left. */
export const readBody = (request: IncomingMessage, bytesMax: number): Promise<Buffer | 'too-large' | 'cut'> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return resolve('too-large')
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) return void chunks.push(chunk)
      chunks.length = 0
      // Paused, not destroyed: the refusal still has to reach the sender.
      request.off('data', onData).pause()
      resolve('too-large')
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', () => resolve('cut'))
    request.once('close', () => resolve('cut'))
  })
