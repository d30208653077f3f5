// Changes of one operation's place, parameters, values, readings and limit. Each is made at once and can be undone.
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { normalPath } from '../../../src-shared/service/operation-path.ts'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'
import { placeOf, type ServiceProfile, type ServiceProfilePatch } from '../../../src-shared/service/profile.ts'
import { hasReadings } from '../../../src-shared/service/readings.ts'
import { orNotify } from '../../state/notices.ts'
import { setProfile } from '../../state/profile.ts'
import { notifyWithUndo } from '../../state/undo.tsx'

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

type ValuesPatch = ServiceProfilePatch['values']

/** What the profile says of the values that a patch changes: a value that it adds is taken out. */
const valuesBefore = (profile: ServiceProfile, name: OperationName, patch: ValuesPatch): ValuesPatch => {
  const own = profile.values[name]
  const changed = patch?.[name]
  if (changed == null) return { [name]: own ?? null }
  const maps = Object.entries(changed).map(([parameter, map]) => {
    const names = Object.keys({ ...own?.[parameter], ...map })
    return [parameter, Object.fromEntries(names.map((ours) => [ours, own?.[parameter]?.[ours] ?? null]))]
  })
  return { [name]: Object.fromEntries(maps) }
}

/** What this profile says of an operation, as a patch that brings it back. */
export const asItIs = (
  profile: ServiceProfile,
  name: OperationName,
  patch: ServiceProfilePatch,
): ServiceProfilePatch => ({
  operations: { [name]: profile.operations[name] ?? null },
  parameters: { [name]: profile.parameters[name] ?? null },
  values: valuesBefore(profile, name, patch.values),
  ...(hasReadings(name) ? { readings: profile.readings } : {}),
  limits: { perOperation: { [name]: profile.limits.perOperation[name] ?? null } },
})

export const takenBack = (name: OperationName): ServiceProfilePatch => ({
  operations: { [name]: null },
  parameters: { [name]: null },
  values: { [name]: null },
  ...(hasReadings(name) ? { readings: { ctr: null, positionChange: null } } : {}),
  limits: { perOperation: { [name]: null } },
})

type Place = { readonly method?: string; readonly path?: string }

/** The place to keep: nothing where it is what the operation table says anyway. */
export const placePatch = (profile: ServiceProfile, name: OperationName, place: Place): ServiceProfilePatch => {
  const { method, path } = { ...placeOf(profile, name), ...place }
  const standard = operations[name]
  const kept = {
    ...(method === standard.method ? {} : { method: METHODS.find((one) => one === method) ?? standard.method }),
    ...(path === '' || normalPath(path) === standard.path ? {} : { path }),
  }
  return { operations: { [name]: Object.keys(kept).length === 0 ? null : kept } }
}

/** Another name on the wire for one of our parameters; our own name, or none, takes the change back. */
export const namePatch = (
  profile: ServiceProfile,
  name: OperationName,
  { ours, wire }: { readonly ours: string; readonly wire: string },
): ServiceProfilePatch => {
  const { [ours]: _, ...others } = profile.parameters[name] ?? {}
  const names = wire === '' || wire === ours ? others : { ...others, [ours]: wire }
  return { parameters: { [name]: Object.keys(names).length === 0 ? null : names } }
}

/** Another value on the wire for one of ours; our own value, or none, takes the change back. */
export const valuePatch = (
  name: OperationName,
  { parameter, ours, wire }: { readonly parameter: string; readonly ours: string; readonly wire: string },
): ServiceProfilePatch => ({
  values: { [name]: { [parameter]: { [ours]: wire === '' || wire === ours ? null : wire } } },
})

type Change = {
  readonly name: OperationName
  /** As it was before. */
  readonly profile: ServiceProfile
  readonly patch: ServiceProfilePatch
  /** What is now so. */
  readonly title: string
}

export const change = async ({ name, profile, patch, title }: Change): Promise<Reply<ServiceProfile>> => {
  const reply = await setProfile(patch)
  if (reply.ok) notifyWithUndo(title, () => void setProfile(asItIs(profile, name, patch)))
  return reply
}

/** The same where no field can show a refusal. */
export const changeOrNotify = (what: Change) => orNotify(`${what.name} was not changed`, change(what))
