// Permissions of assistants, AI models and refresh intervals: values that are set, so setting one again does no harm.
import type { Preset } from '../../../src-shared/desk/connectors.ts'
import type { VisibilityResult } from '../../../src-shared/desk/visibility.ts'
import { counted, done, failed, type Outcome, type PlanContext, type StepDefinition } from './step-kind.ts'

const presetOf = async ({ ask }: PlanContext, presetId: string): Promise<Preset | undefined> =>
  (await ask('connectors.presets', {})).presets.find(({ id }) => id === presetId)

/** What the preset changes for the brand, from the catalog as last read. */
const changesOf = async (context: PlanContext, preset: Preset) => {
  const { tools, brands } = await context.ask('connectors.matrix', { brandIds: [context.brand.id] })
  const [own] = brands
  const labels = new Map(tools.map(({ name, label }) => [name, label]))
  const changes = Object.entries(preset.permissions).flatMap(([tool, to]) => {
    const from = own === undefined || !Object.hasOwn(own.effective, tool) ? undefined : own.effective[tool]
    return from === undefined || from === to ? [] : [`${labels.get(tool) ?? tool}: ${from} → ${to}`]
  })
  return { own, changes }
}

const permissions: StepDefinition<'permissions'> = {
  plan: async ({ presetId }, context) => {
    const preset = await presetOf(context, presetId)
    if (preset === undefined)
      return { would: 'Applies a preset.', missing: ['The preset was removed: choose another one.'] }
    const would = `Applies the preset ${preset.name}`
    const { own, changes } = await changesOf(context, preset)
    if (own === undefined || own.fetchedAt === null)
      return { would: `${would}.`, missing: ['The permissions were never read. Sync assistants first.'] }
    const missing = own.readOnlyReason === null ? [] : [own.readOnlyReason]
    const wide = own.syncEnabled ? ['Organisation sync is on: this changes every brand of the organisation.'] : []
    return {
      would: `${would}: ${counted(changes.length, 'change')}.`,
      action: `Apply ${counted(changes.length, 'permission')}`,
      lines: [`Preset: ${preset.name}`, ...changes, ...wide],
      count: changes.length,
      missing,
      ...(changes.length === 0 ? { needless: `The permissions are as in ${preset.name}.` } : {}),
    }
  },
  perform: async ({ presetId }, context) => {
    const { ask, brand } = context
    const { own } = await changesOf(context, { id: presetId, name: '', isBuiltIn: false, permissions: {} })
    const plan = await ask('connectors.plan', { preset: { presetId, brandIds: [brand.id] } })
    // The gate said so where sync was on; where it came on since, the apply is refused.
    const accept = own?.syncEnabled === true ? ['organisation'] : []
    const { results } = await ask('connectors.apply', { planId: plan.planId, accept })
    const result = results.find(({ brandId }) => brandId === brand.id)
    if (result === undefined || result.state === 'unchanged') return done('Nothing had to be changed.')
    if (result.state === 'applied') return done(`${counted(result.applied.length, 'permission')} changed.`)
    if (result.state === 'moved')
      return failed('Somebody changed these permissions meanwhile. Nothing was sent. Retry to see the new plan.')
    return failed(result.error?.message ?? 'The permissions were not applied.')
  },
  // Nothing is looked for: what was applied is no change any more, and what is left is planned, and asked for, again.
}

const outcomeOf = ({ results: [result] }: { readonly results: readonly VisibilityResult[] }): Outcome => {
  if (result === undefined) return failed('The service said nothing about this brand.')
  if (result.state === 'applied') return done(result.note ?? 'It was set.')
  return result.state === 'unchanged' ? done('It was so already.') : failed(result.error?.message ?? 'It was not set.')
}

const model: StepDefinition<'model'> = {
  plan: async ({ modelId, isActive }, { ask, brand }) => {
    const { models, brands } = await ask('visibility.models', { brandIds: [brand.id] })
    const name = models.find((one) => one.modelId === modelId)?.name ?? modelId
    const own = brands[0]?.models.find((one) => one.modelId === modelId)
    const refused = isActive && own?.canEnable === false ? [own.reason ?? `${name} is not in the plan.`] : []
    return {
      would:
        own?.isActive === isActive
          ? `${name} is ${isActive ? 'on' : 'off'} already.`
          : `Switches ${name} ${isActive ? 'on' : 'off'}.`,
      missing: refused,
    }
  },
  perform: async ({ modelId, isActive }, { ask, brand }) =>
    outcomeOf(await ask('visibility.setModel', { brandIds: [brand.id], modelId, isActive })),
}

const interval: StepDefinition<'interval'> = {
  plan: async ({ interval: days }, { ask, brand }) => {
    const [own] = (await ask('visibility.intervals', { brandIds: [brand.id] })).brands
    const isRefused =
      days !== null && own !== undefined && own.fetchedAt !== null && !own.allowedIntervals.includes(days)
    return {
      would:
        days === null
          ? 'Follows the plan’s refresh interval.'
          : `Sets the refresh interval to ${counted(days, 'day')}.`,
      missing: isRefused ? [`The plan does not allow an interval of ${counted(days, 'day')}.`] : [],
    }
  },
  perform: async ({ interval: days }, { ask, brand }) =>
    outcomeOf(await ask('visibility.setInterval', { brandIds: [brand.id], interval: days })),
}

export const controlSteps = { permissions, model, interval }
