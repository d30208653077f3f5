import type { OperationName } from './operations.ts'
import type { ServiceProfile } from './profile.ts'

export const SIDES = ['response', 'request'] as const

/** One field that has another name in the service. */
export type Mapping = {
  readonly operation: OperationName
  readonly side: (typeof SIDES)[number]
  readonly ours: string
  readonly wire: string
}

const namesOf = (profile: ServiceProfile): OperationName[] => Object.keys(profile.fields) as OperationName[] // its schema's keys

export const mappingsOf = (profile: ServiceProfile): Mapping[] =>
  namesOf(profile).flatMap((operation) =>
    SIDES.flatMap((side) =>
      Object.entries(profile.fields[operation]?.[side] ?? {}).map(([ours, wire]) => ({ operation, side, ours, wire })),
    ),
  )
