import type { IncomingMessage } from 'node:http'
import { BODY_BYTES_MAX } from './request-head.ts'

/** The whole body; `too-large` as soon as it is more than 1 MiB, whatever it declared; `cut` where the sender left. */
export const readBody = (request: IncomingMessage): Promise<Buffer | 'too-large' | 'cut'> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= BODY_BYTES_MAX) return void chunks.push(chunk)
      chunks.length = 0
      request.off('data', onData)
      request.pause()
      resolve('too-large')
    }
    request.on('data', onData)
    request.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    )
    request.once('error', () => resolve('cut'))
    request.once('close', () => resolve('cut'))
  })
