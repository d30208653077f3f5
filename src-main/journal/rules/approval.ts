// A brand may need approval: what a writer queues for it is held without an end until a sender releases it. The rule counts
// when the sending begins: what was queued before it came is held then.
import type { IntentModel } from './model.ts'

export const WAITS_FOR_APPROVAL = 'Waits for approval: a sender releases it.'
/** Who queued it lost a right. PostgreSQL writes the same (intent-rights.ts of a team's schema). */
const STOPPED = 'Waits for a sender: '

export const isStopped = ({ reason }: { readonly reason: string | null }): boolean =>
  reason?.startsWith(STOPPED) === true

export const waitsForSender = (intent: { readonly reason: string | null }): boolean =>
  intent.reason === WAITS_FOR_APPROVAL || isStopped(intent)

export const stoppedReason = ({ name, isRemoved }: { readonly name: string; readonly isRemoved: boolean }): string =>
  `${STOPPED}${isRemoved ? `${name} was removed from the team.` : `the rights of ${name} were changed.`}`

/** Only a release ends it; its countdown, which `resume` starts, is as long as the person chose. */
export const heldForApproval = (holdMs: number, reason: string = WAITS_FOR_APPROVAL) =>
  ({
    state: 'held',
    isPaused: true,
    releaseAtMs: null,
    holdLeftMs: holdMs,
    reason,
  }) as const satisfies Partial<IntentModel>

/** Its reason, once it waits for nobody any more. */
export const withoutApproval = <Model extends IntentModel>(model: Model): Model =>
  waitsForSender(model) ? { ...model, reason: null } : model
