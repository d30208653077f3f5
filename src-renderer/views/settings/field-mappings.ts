// Names of fields that differ between the desk and the service, as rows of an editor. Each change is a patch of the profile.
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import type { Mapping } from '../../../src-shared/service/field-mappings.ts'
import { FieldMapSchema } from '../../../src-shared/service/fields.ts'
import type { OperationName } from '../../../src-shared/service/operations.ts'
import type { ServiceProfile, ServiceProfilePatch } from '../../../src-shared/service/profile.ts'

type Side = Mapping['side']
export const SIDE_LABELS: Record<Side, string> = { response: 'Reply', request: 'Request' }

type FieldsPatch = NonNullable<ServiceProfilePatch['fields']>
type Edit = Omit<Mapping, 'wire'> & { readonly wire: string | null }

/** One patch of many edits; a wire path of null takes the entry out. */
const patchOf = (edits: readonly Edit[]): ServiceProfilePatch => {
  const fields: Partial<Record<OperationName, { [S in Side]?: Record<string, string | null> }>> = {}
  for (const { operation, side, ours, wire } of edits) {
    const sides = fields[operation] ?? {}
    fields[operation] = { ...sides, [side]: { ...sides[side], [ours]: wire } }
  }
  return { fields: fields satisfies FieldsPatch }
}

export const removal = (mapping: Mapping): ServiceProfilePatch => patchOf([{ ...mapping, wire: null }])

/** The mapping in place of `before`. */
export const replacement = (before: Mapping, mapping: Mapping): ServiceProfilePatch =>
  patchOf(before.ours === mapping.ours ? [mapping] : [{ ...before, wire: null }, mapping])

export const addition = (mappings: readonly Mapping[]): ServiceProfilePatch => patchOf(mappings)

/** What brings these entries back to what the profile says of them now. */
export const undoOf = (profile: ServiceProfile, mappings: readonly Mapping[]): ServiceProfilePatch =>
  patchOf(
    mappings.map(({ operation, side, ours }) => ({
      operation,
      side,
      ours,
      wire: profile.fields[operation]?.[side]?.[ours] ?? null,
    })),
  )

const problemOf = (map: Readonly<Record<string, string>>, about: string): string | undefined =>
  FieldMapSchema.safeParse(map).error?.issues.find(({ path: [entry] }) => entry === undefined || entry === about)
    ?.message

/** What is wrong with a new mapping, by the field of the form that has to be corrected; null where nothing is. */
export const mappingProblem = (
  profile: ServiceProfile,
  { operation, side, ours, wire }: Mapping,
): { readonly ours?: string; readonly wire?: string } | null => {
  const map = profile.fields[operation]?.[side] ?? {}
  const badPath = problemOf({ [ours]: ours }, ours)
  if (badPath !== undefined) return { ours: badPath }
  if (Object.hasOwn(map, ours)) return { ours: 'is already mapped: edit its row' }
  const badWire = problemOf({ [wire]: wire }, wire) ?? problemOf({ ...map, [ours]: wire }, ours)
  return badWire === undefined ? null : { wire: badWire }
}

type SuggestedMapping = Mapping & { readonly reason: string }

/** The suggestions of a report as mappings of replies. */
export const suggestedMappings = (rows: readonly DoctorRow[]): SuggestedMapping[] =>
  rows.flatMap(({ operation, suggestions }) =>
    suggestions.map(({ ourPath, wirePath, reason }) => ({
      operation,
      side: 'response' as const,
      ours: ourPath,
      wire: wirePath,
      reason,
    })),
  )

/** One mapping of a list, by operation, part and our path. */
export const mappingKey = ({ operation, side, ours }: Mapping): string => `${operation} ${side} ${ours}`
