// Senders, a desk that is killed under them at random moments, and the list of what was answered 200.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { callDesk } from '../../src-main/desk.ts'
import { type ReceiverProcess, startReceiverProcess } from './receiver-process.ts'
import { addBrands } from './webhooks-brands.ts'

export type KillRounds = {
  readonly acknowledged: number
  readonly missing: string[]
  readonly integrity: string[]
  readonly kills: number
}

const pathsIn = (home: string) => ({
  coreFile: join(home, 'core.db'),
  cacheFile: join(home, 'cache.db'),
  backupsFolder: join(home, 'backups'),
})

type Round = { readonly port: number; readonly secret: string; readonly agent: Agent; isOver: boolean }

/** The status; 0 where the line was cut. */
const deliver = ({ port, secret, agent }: Round, slug: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = request(
      { host: '127.0.0.1', port, path: '/hooks/acme', method: 'POST', headers, agent },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', () => resolve(0))
      },
    )
    sent.once('error', () => resolve(0))
    sent.end(JSON.stringify({ event: 'article.published', article: { title: 'T', slug } }))
  })

const sendUntilOver = async (round: Round, name: string, acknowledged: Set<string>): Promise<void> => {
  for (let count = 0; !round.isOver; count += 1) {
    const slug = `${name}-${count}`
    const status = await deliver(round, slug)
    if (status === 200) acknowledged.add(slug)
    else if (status !== 0) throw new Error(`A good delivery was answered ${status}.`)
  }
}

const killOnce = async (
  desk: ReceiverProcess,
  secret: string,
  kill: number,
  acknowledged: Set<string>,
  senders: number,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: senders })
  const round: Round = { port: desk.port, secret, agent, isOver: false }
  const before = acknowledged.size
  const work = Array.from({ length: senders }, (_, sender) => sendUntilOver(round, `k${kill}-s${sender}`, acknowledged))
  while (acknowledged.size === before) await new Promise(setImmediate)
  // The moment is chance's, within some dozen transactions.
  await new Promise((resolve) => setTimeout(resolve, randomInt(1, 150)))
  const dead = once(desk.child, 'exit')
  desk.child.kill('SIGKILL')
  round.isOver = true
  await dead
  await Promise.all(work)
  agent.destroy()
}

const readBack = (inboxFile: string, acknowledged: ReadonlySet<string>) => {
  const db = new Database(inboxFile)
  try {
    const stored = new Set(db.prepare('SELECT slug FROM arrival').pluck().all() as string[]) // one column of text
    const integrity = db.pragma('integrity_check') as { integrity_check: string }[] // its one column
    return {
      missing: [...acknowledged].filter((slug) => !stored.has(slug)),
      integrity: integrity.map((row) => row.integrity_check),
    }
  } finally {
    db.close()
  }
}

/** Kills a desk under its senders, starts it again, and so on; then looks what of the acknowledged is there. */
export const runKillRounds = async (
  home: string,
  { kills, senders }: { kills: number; senders: number },
): Promise<KillRounds> => {
  const paths = pathsIn(home)
  const [brandId = ''] = await addBrands(paths, ['Acme'])
  const acknowledged = new Set<string>()
  let desk = await startReceiverProcess({ home })
  const { secret } = await callDesk(desk.remote, 'webhooks.rotateSecret', { brandId, sessionOnly: true })
  for (let kill = 0; kill < kills; kill += 1) {
    await killOnce(desk, secret, kill, acknowledged, senders)
    desk = await startReceiverProcess({ home })
  }
  const { received } = await callDesk(desk.remote, 'webhooks.status', {})
  await desk.remote.close()
  await desk.kill()
  if (received < acknowledged.size) throw new Error(`${received} counted, ${acknowledged.size} acknowledged`)
  return { acknowledged: acknowledged.size, kills, ...readBack(join(home, 'inbox.db'), acknowledged) }
}
