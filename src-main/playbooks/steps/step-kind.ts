// What a kind of step is: what it would do, doing it, and after a crash finding out whether it was done. Kinds use the desk's
// own calls only, so that every rule of another room holds for a playbook as it does for the window.

import type { Approval, Step } from '../../../src-shared/desk/playbooks.ts'
import type { StepKind } from '../../../src-shared/desk/values/playbook-names.ts'
import type { Ask } from '../../exports/list.ts'

export type { Ask }

export type BrandOfRun = { readonly id: string; readonly name: string }

export type PlanContext = { readonly brand: BrandOfRun; readonly ask: Ask; readonly nowMs: number }

/** From what is stored alone: a plan sends nothing. */
export type StepPlan = {
  /** What it does, in a sentence. */
  readonly would: string
  /** The button's verb and object, without the brand: `Spend up to 25 credits`. */
  readonly action?: string
  /** What exactly is done or sent; by default `would`. */
  readonly lines?: readonly string[]
  readonly credits?: number
  readonly count?: number
  readonly passesBudget?: boolean
  /** Why it cannot be done. */
  readonly missing?: readonly string[]
  /** There is nothing to do, and why. */
  readonly needless?: string
}

export type Outcome =
  | { readonly state: 'done' | 'failed' | 'unknown'; readonly result: string; readonly addedBrandId?: string }
  | { readonly intentId: string }

/** Given at the gate, for this moment only. */
export type BrandInput = { readonly name: string; readonly key: string; readonly sessionOnly: boolean }

export type PerformContext = PlanContext & {
  /** The approval of its gate; null where it has none. */
  readonly approval: Approval | null
  /** The price that was approved. */
  readonly credits: number | null
  /** Names this attempt at this step, over restarts. */
  readonly origin: string
  readonly input: BrandInput | undefined
  readonly whenSynced: (brandId: string, datasets: readonly string[]) => Promise<Outcome>
}

export type FindContext = PlanContext & Pick<PerformContext, 'origin' | 'approval'> & { readonly beganAt: string }

export type StepDefinition<Kind extends StepKind> = {
  readonly plan: (step: Extract<Step, { kind: Kind }>, context: PlanContext) => Promise<StepPlan> | StepPlan
  /** Left out: a person does it. */
  readonly perform?: (step: Extract<Step, { kind: Kind }>, context: PerformContext) => Promise<Outcome>
  /** After the desk ended while it was performed: what came of it; null: it was not done. Left out: it may be repeated. */
  readonly find?: (step: Extract<Step, { kind: Kind }>, context: FindContext) => Promise<Outcome | null>
}

export type StepDefinitions = { readonly [Kind in StepKind]: StepDefinition<Kind> }

export const NO_KEY =
  'This desk has no key for the brand: enter it again. A key that was kept for the session ended with the desk.'

export const done = (result: string): Outcome => ({ state: 'done', result })
export const failed = (result: string): Outcome => ({ state: 'failed', result })

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
