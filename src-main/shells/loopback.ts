// A server for this machine alone.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeskError } from '../../src-shared/desk/errors.ts'

export const LOOPBACK = '127.0.0.1'
const ANY_FREE_PORT = 0

/** Resolves with the port; null: any free one. */
export const listenOnLoopback = (server: Server, wanted: number | null): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted === null || (error.code !== 'EADDRINUSE' && error.code !== 'EACCES')) return reject(error)
      const message = `Port ${wanted} on ${LOOPBACK} is taken. Set AGENCY_DESK_PORT to a free one, or unset it to let the desk choose.`
      reject(new DeskError('invalid', message, { issues: [{ path: 'AGENCY_DESK_PORT', message: 'is taken' }] }))
    })
    const port = wanted ?? ANY_FREE_PORT
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port)) // TCP
  })
