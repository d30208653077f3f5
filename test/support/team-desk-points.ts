// The moments in an intent's life at which a desk's process can be interrupted on purpose. They are seen from outside: in what
// the desk's main thread asks of its store and hears from it, and in its requests. There the process kills or stops itself, so
// that nothing of the desk, in whichever thread, gets any further.

import { writeSync } from 'node:fs'
import { startThread } from '../../src-main/store/link.ts'
import type { Request, Response } from '../../src-main/store/rpc.ts'
import { interceptRequests } from './intercept-requests.ts'
import type { Interruption, Point } from './team-desk-process.ts'

/** Less than the service of the test takes for an answer. */
const ON_ITS_WAY_MS = 20
const PUBLISH = '/cms/publish'

type Event = { readonly type: string }
type Named = { readonly point: Point; readonly of: string }

/** Answered by the store; `of` is the id or the number of the intent. */
const pointOf = (request: Request, value: unknown): Named | null => {
  if (value === null || !('name' in request)) return null
  const { name } = request
  // As the rooms ask, by these names.
  const args = request.args as { id: string; event?: Event; events?: Event[]; intents?: { id: string }[] }
  if (name === 'intents.insert') return { point: 'stored', of: args.intents?.[0]?.id ?? '' }
  if (name === 'claims.next') return { point: 'claimed', of: String((value as { intentNo: number }).intentNo) }
  const last = args.event?.type ?? args.events?.at(-1)?.type
  if (last === 'elapse') return { point: 'hold ended', of: args.id }
  if (last === 'begin') return { point: 'marked in flight', of: args.id }
  if (last === 'settle') return { point: 'result stored', of: args.id }
  return null
}

export const createPoints = () => {
  let armed: Interruption | null = null

  const reach = (point: Point, of: string): void => {
    if (armed?.point !== point) return
    const { kind } = armed
    armed = null
    // In one go, before this process is stopped.
    writeSync(1, `\ninterrupted ${JSON.stringify({ point, kind, of })}\n`)
    process.kill(process.pid, kind === 'kill' ? 'SIGKILL' : 'SIGSTOP')
  }

  const watchedThread: typeof startThread = (url, settings) => {
    const thread = startThread(url, settings)
    if (settings.role !== 'core-writer') return thread
    const asked = new Map<number, Request>()
    const post = thread.postMessage.bind(thread)
    thread.postMessage = (request: Request, ...rest: []) => {
      asked.set(request.id, request)
      post(request, ...rest)
    }
    // Before the store's own listener hears of it.
    thread.on('message', (response: Response) => {
      if (!('id' in response)) return
      const request = asked.get(response.id)
      asked.delete(response.id)
      if (!response.ok || request === undefined) return
      if (request.kind === 'team-query' && request.name === 'claims.giveBack')
        reach('claim given back', String((request.args as { intentNo: number }).intentNo)) // as claims.ts asks
      const named = pointOf(request, response.value)
      if (named !== null) reach(named.point, named.of)
    })
    return thread
  }

  const watched = interceptRequests(({ url, body }) => {
    if (!url.pathname.endsWith(PUBLISH)) return undefined
    const { articleSlug } = JSON.parse(body ?? '') as { articleSlug: string } // as the desk publishes
    const leaves = setTimeout(() => reach('request left', articleSlug), ON_ITS_WAY_MS)
    return {
      beforeAnswer: () => {
        clearTimeout(leaves)
        reach('answered', articleSlug)
      },
    }
  })

  return {
    startThread: watchedThread,
    getDispatcher: watched,
    arm: (interruption: Interruption | null): void => {
      armed = interruption
    },
  }
}
