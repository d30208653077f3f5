import type { BrandState } from './brand-state.ts'

/** All brands of one sandbox, found by key or by teamId. */
export type BrandDirectory = {
  readonly list: readonly BrandState[]
  readonly byKey: (key: string) => BrandState | undefined
  readonly byTeamId: (teamId: string) => BrandState | undefined
}

export const createBrandDirectory = (list: readonly BrandState[]): BrandDirectory => {
  const keys = new Map(list.map((brand) => [brand.key, brand]))
  const teams = new Map(list.map((brand) => [brand.teamId, brand]))
  return { list, byKey: (key) => keys.get(key), byTeamId: (teamId) => teams.get(teamId) }
}
