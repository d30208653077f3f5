// Bodies that are still on their way, shared fairly: a secret whose senders never finish gives way to all others. Past the
// limit, the oldest body of the secret that has most of them is given up, so no secret can hold every connection.
import type { IncomingMessage } from 'node:http'
import { readBody } from '../base/read-body.ts'

type Body = Awaited<ReturnType<typeof readBody>> | 'crowded-out'
type GiveUp = () => void

export const createUnfinishedBodies = ({ countMax, bytesMax }: { countMax: number; bytesMax: number }) => {
  /** By secret; the oldest first. */
  const bySecret = new Map<string, Set<GiveUp>>()
  let count = 0

  const giveUpOne = (): void => {
    let most: ReadonlySet<GiveUp> = new Set()
    for (const bodies of bySecret.values()) if (bodies.size > most.size) most = bodies
    const [oldest] = most
    oldest?.()
  }

  /** `crowded-out`: given up for others, and the rest of it is not read. */
  const read = (request: IncomingMessage, secret: string): Promise<Body> =>
    new Promise((resolve) => {
      const bodies = bySecret.get(secret) ?? new Set()
      bySecret.set(secret, bodies)
      const leave = (body: Body): void => {
        if (!bodies.delete(giveUp)) return
        count -= 1
        if (bodies.size === 0) bySecret.delete(secret)
        resolve(body)
      }
      const giveUp: GiveUp = () => leave('crowded-out')
      bodies.add(giveUp)
      count += 1
      void readBody(request, bytesMax).then(leave)
      if (count > countMax) giveUpOne()
    })

  return { read }
}
