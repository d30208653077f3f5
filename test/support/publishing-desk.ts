import type { ReopeningOptions } from '../../src-main/reopening.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { CmsFault } from '../../src-sandbox/state/cms-faults.ts'
import type { SentWebhook } from '../../src-sandbox/state/webhooks.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { IntentState, IntentWithItems } from '../../src-shared/desk/intents.ts'
import { openTestDesk, type TestDesk } from './composed-desk.ts'
import { openSandbox } from './sandbox.ts'

export type CmsArticleSeen = {
  teamId: string
  slug: string
  provider: string
  published: number
  fired: number
  scheduled: number
  status: string | null
  postUrl: string | null
  scheduledFor: string | null
}

type CmsFaultInput = Pick<CmsFault, 'provider' | 'fail'> & Partial<CmsFault>

/** The CMS side of a sandbox, by its control endpoints. */
export const cmsControl = (controlUrl: string) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`${controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    // What the control endpoints answer with.
    articles: async () => ((await ask('cms')) as { articles: CmsArticleSeen[] }).articles,
    failing: (fault: CmsFaultInput) => post('cms', fault),
    webhookTo: (target: { teamId: string; url: string; secret: string }) => post('webhooks', target),
    sentWebhooks: async () => ((await ask('webhooks')) as { sent: SentWebhook[] }).sent,
    advance: (advanceMs: number) => post('clock', { advanceMs }),
  }
}

const ENDED: readonly IntentState[] = ['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled']

/** Resolves with the intent once it is in one of these states. */
export const whenIntent = async (
  { call, next }: Pick<TestDesk, 'call' | 'next'>,
  id: string,
  states: readonly IntentState[] = ENDED,
): Promise<IntentWithItems> => {
  const changed = next('intents.changed', ({ intentId, state }) => intentId === id && states.includes(state))
  const now = await call('intents.get', { id })
  if (states.includes(now.state)) return now
  await changed
  return call('intents.get', { id })
}

/** A desk with its brands on a real sandbox, over HTTP. */
export const openPublishingDesk = async (
  options: { sandbox?: SandboxOptions; brands?: number; desk?: Partial<ReopeningOptions> } = {},
) => {
  const sandbox = await openSandbox({ keywords: 10, days: 3, ...options.sandbox })
  const desk = await openTestDesk(options.desk)
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const brands: { id: string; name: string; slug: string; teamId: string }[] = []
  for (const { name, key, teamId } of sandbox.brands.slice(0, options.brands ?? 2)) {
    const { id, slug } = await desk.call('brands.add', { name, key, sessionOnly: true })
    brands.push({ id, name, slug, teamId })
  }
  const [brand] = brands
  if (brand === undefined) throw new Error('The sandbox has no brand.')
  const publish = async (input: Partial<CallInput<'publishing.publish'>> = {}): Promise<IntentWithItems> => {
    const { intentId } = await desk.call('publishing.publish', {
      ...(input.targets === undefined ? { brandId: brand.id } : {}),
      provider: 'wordpress',
      holdSeconds: 0,
      ...input,
    })
    return whenIntent(desk, intentId)
  }
  return { ...desk, sandbox, cms: cmsControl(sandbox.controlUrl), brands, brand, publish }
}
