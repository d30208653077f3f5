import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Step } from '../../../src-shared/desk/playbooks.ts'
import { gateOf } from '../../../src-shared/desk/values/playbook-names.ts'
import { brandSteps } from './brands.ts'
import { controlSteps } from './control.ts'
import { insightSteps } from './insight.ts'
import { outreachSteps } from './outreach.ts'
import { researchSteps } from './research.ts'
import type {
  FindContext,
  Outcome,
  PerformContext,
  PlanContext,
  StepDefinition,
  StepDefinitions,
  StepPlan,
} from './step-kind.ts'

const definitions: StepDefinitions = {
  ...brandSteps,
  ...researchSteps,
  ...outreachSteps,
  ...controlSteps,
  ...insightSteps,
}

/** The definition of the step's own kind. */
const of = (step: Step): StepDefinition<Step['kind']> => definitions[step.kind] as StepDefinition<Step['kind']> // by its kind

export const planStep = async (step: Step, context: PlanContext): Promise<StepPlan> =>
  of(step).plan(step as never, context)

export const performStep = (step: Step, context: PerformContext): Promise<Outcome> => {
  const { perform } = of(step)
  if (perform === undefined) throw new DeskError('conflict', 'A person does this step.')
  return perform(step as never, context)
}

/** Of a step that was under way when the desk ended, and of which nothing was found; null: it begins again by itself. */
export const interruptedText = (step: Step): string | null => {
  if (gateOf(step) === null) return null
  return of(step).find === undefined
    ? 'The desk ended while this step ran, and it may have been done. Confirm it again.'
    : 'The desk ended before this was sent. Nothing was sent.'
}

/** Null: it was not done, or may be repeated. */
export const findStep = async (step: Step, context: FindContext): Promise<Outcome | null> =>
  (await of(step).find?.(step as never, context)) ?? null
