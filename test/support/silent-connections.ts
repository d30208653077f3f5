import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** Holds `count` connections that send nothing. Each one that the server closes is opened again, until the test ends. */
export const holdSilentConnections = async (
  port: number,
  count: number,
): Promise<{ readonly renewed: () => number }> => {
  let isOver = false
  let renewed = 0
  const sockets = new Set<ReturnType<typeof connect>>()
  const hold = () => {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      if (isOver) return
      renewed += 1
      hold()
    })
    return socket.resume()
  }
  onTestFinished(() => {
    isOver = true
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(Array.from({ length: count }, () => once(hold(), 'connect')))
  return { renewed: () => renewed }
}
