// A brand may need approval: what a writer queues for it is held without an end until a sender releases it. The rule counts
// when the sending begins: what was queued before it came is held then.
import type { IntentModel } from './model.ts'

export const WAITS_FOR_APPROVAL = 'Waits for approval: a sender releases it.'

/** Only a release ends it; its countdown, which `resume` starts, is as long as the person chose. */
export const heldForApproval = (holdMs: number) =>
  ({
    state: 'held',
    isPaused: true,
    releaseAtMs: null,
    holdLeftMs: holdMs,
    reason: WAITS_FOR_APPROVAL,
  }) as const satisfies Partial<IntentModel>

/** Its reason, once it waits for nobody any more. */
export const withoutApproval = <Model extends IntentModel>(model: Model): Model =>
  model.reason === WAITS_FOR_APPROVAL ? { ...model, reason: null } : model
