import type { BrandState } from '../state/brand-state.ts'

/** A person who may sign in. A session is tied to the person, not to one brand. */
export type SandboxUser = {
  readonly id: string
  readonly name: string
  readonly brands: readonly BrandState[]
}

const MEMBER_BRANDS = 3

export const createUsers = (brands: readonly BrandState[]): ReadonlyMap<string, SandboxUser> => {
  const some = brands.slice(0, MEMBER_BRANDS)
  const users = [
    { id: 'owner', name: 'Owner of all brands', brands },
    { id: 'member', name: `Member of ${some.length} brands`, brands: some },
  ]
  return new Map(users.map((user) => [user.id, user]))
}
