import type { IncomingMessage } from 'node:http'

export const BODY_MAX_BYTES = 64 * 1024 * 1024

/** The whole body, or `too-large` as soon as it is known to be; nothing past the cap is kept. */
export const readBody = (request: IncomingMessage): Promise<Buffer | 'too-large'> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) return resolve('too-large')
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= BODY_MAX_BYTES) return void chunks.push(chunk)
      // Paused, not destroyed: the refusal still has to reach the sender.
      request.off('data', onData).pause()
      resolve('too-large')
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
