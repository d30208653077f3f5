// What a person does next about an action: where its cause is corrected, not only where it is shown.
import type { Intent, IntentKind, IntentWithItems } from '../../src-shared/desk/intents.ts'
import { moveOf, setAgainOf } from '../../src-shared/desk/values/moves.ts'
import { isProvider } from '../../src-shared/service/providers.ts'
import { ask } from '../data/desk.ts'
import { needsKey } from '../format/brand-sign.ts'
import { type PublishKind, providerOf } from '../format/intent-labels.ts'
import { useBrands } from './brands.ts'
import { go, setParams } from './location.ts'
import { orNotify } from './notices.ts'
import { startChosen } from './publish-draft.ts'
import { openResend } from './resend-store.ts'

export type NextStep = 'approve' | 'hold' | 'key' | 'decide' | 'resend' | 'fix' | 'retry' | 'wait' | 'none'

const isOfArticles = (kind: IntentKind): kind is PublishKind =>
  kind === 'publish' || kind === 'schedule' || kind === 'unschedule' || kind === 'unpublish'

/** Articles are corrected in a draft; a move is one action of two parts, and is retried as one. */
const isDraftable = (intent: Pick<Intent, 'kind' | 'details'>): boolean =>
  isOfArticles(intent.kind) && moveOf(intent) === null && setAgainOf(intent) === null

type Asked = Pick<Intent, 'kind' | 'state' | 'counts' | 'details' | 'needsApproval' | 'reason'>

/** Trouble that ends by itself: nothing of the action is to be corrected. */
const PASSING = /\banswered (429|5\d\d)\b|did not answer|timed out|unavailable|try again later/i

/** `isKeyBad`: the brand has no key that the service takes. */
export const nextStepOf = (intent: Asked, isKeyBad: boolean): NextStep => {
  const { kind, state, counts } = intent
  if (state === 'held') return intent.needsApproval === true ? 'approve' : 'hold'
  if (state === 'unknown' || (state === 'partly_done' && counts.unknown > 0)) return 'decide'
  if (state === 'ready') return isKeyBad ? 'key' : 'wait'
  if (state === 'in_flight') return 'wait'
  if (state !== 'failed' && state !== 'partly_done') return 'none'
  if (isKeyBad) return 'key'
  if (kind === 'queue' && counts.skipped > 0) return 'resend'
  if (counts.failed === 0) return 'none'
  return isDraftable(intent) && !PASSING.test(intent.reason ?? '') ? 'fix' : 'retry'
}

export const NEXT_LABELS: Readonly<Record<NextStep, string>> = {
  approve: 'Approve or cancel',
  hold: 'Sends when its hold ends',
  key: 'Replace key',
  decide: 'Check and decide',
  resend: 'Fix and resend',
  fix: 'Fix and retry',
  retry: 'View and retry',
  wait: 'Wait for the answer',
  none: 'Nothing to do',
}

/** A draft of the articles that failed, beside the reasons: there the cause is corrected. */
const fixArticles = (intent: IntentWithItems, kind: PublishKind): void => {
  const failed = intent.items.filter(({ state }) => state === 'failed')
  const provider = providerOf(intent) ?? ''
  startChosen(
    {
      kind,
      brandIds: [intent.brandId],
      slugs: { [intent.brandId]: failed.map(({ refId }) => refId) },
      ...(isProvider(provider) && { provider }),
      status: intent.details.status === 'draft' ? 'draft' : 'publish',
      failed: failed.map(({ label, reason }) => ({ label, reason })),
    },
    'compose',
  )
}

/** Opens the draft of what failed. An action that has nothing to be corrected opens in Activity. */
export const fixFailed = async (id: string): Promise<void> => {
  const reply = await orNotify('The action could not be read', ask('intents.get', { id }))
  if (!reply.ok) return
  const intent = reply.value
  if (isOfArticles(intent.kind) && isDraftable(intent) && intent.counts.failed > 0) fixArticles(intent, intent.kind)
  else go({ view: 'activity', params: { open: id } })
}

/** A click on the next step of a row of Activity. */
export const takeStep = async (step: NextStep, { id, brandId }: Intent): Promise<void> => {
  if (step === 'fix') return fixFailed(id)
  if (step === 'key') return go({ view: 'settings', params: { section: 'keys', brand: brandId } })
  setParams({ open: id })
  if (step !== 'resend') return
  const reply = await orNotify('The action could not be read', ask('intents.get', { id }))
  if (reply.ok) await openResend(reply.value)
}

export const useIsKeyBad = (brandId: string): boolean =>
  useBrands(({ byId }) => needsKey(byId.get(brandId)?.keyState ?? 'ok'))
