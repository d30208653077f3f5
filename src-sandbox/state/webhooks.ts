// The webhooks that the service sends: a real POST with the team's secret as its bearer token, and the receiver's
// answer. A delivery that fails is not sent again.
export type WebhookTarget = { readonly teamId: string; readonly url: string; readonly secret: string }

export type SentWebhook = {
  readonly teamId: string
  readonly slug: string
  readonly at: string
  /** The receiver's status; null without an answer. */
  status: number | null
  body: string | null
  error: string | null
  isDone: boolean
}

const TIMEOUT_MS = 10_000
const KEPT = 10_000
const BODY_KEPT = 500

export const createWebhooks = (now: () => number) => {
  const targets = new Map<string, WebhookTarget>()
  const underWay = new Set<Promise<void>>()
  const ending = new AbortController()
  let sent: SentWebhook[] = []

  const post = async ({ url, secret }: WebhookTarget, article: object, entry: SentWebhook): Promise<void> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ event: 'article.published', article }),
        redirect: 'manual',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      entry.status = response.status
      entry.body = (await response.text()).slice(0, BODY_KEPT)
    } catch (error) {
      entry.error = error instanceof Error ? error.message : String(error)
    }
    entry.isDone = true
  }

  return {
    configure: (target: WebhookTarget) => void targets.set(target.teamId, target),
    targets: () => Array.from(targets.values(), ({ teamId, url }) => ({ teamId, url })),
    /** Sends to the team's receiver, if it has one. Does not wait for the answer. */
    send: (teamId: string, article: { readonly slug: string; readonly [field: string]: unknown }): void => {
      const target = targets.get(teamId)
      if (target === undefined) return
      const at = new Date(now()).toISOString()
      const noAnswer = { status: null, body: null, error: null, isDone: false }
      const entry: SentWebhook = { teamId, slug: article.slug, at, ...noAnswer }
      sent = [...sent.slice(1 - KEPT), entry]
      const work = post(target, article, entry).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    sent: (): readonly SentWebhook[] => sent,
    close: async () => {
      ending.abort()
      await Promise.all(underWay)
    },
  }
}
