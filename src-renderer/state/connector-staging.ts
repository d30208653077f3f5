// What a person wants changed and has not yet reviewed: by brand, by tool. Pure, so that the rules can be tested alone.

import type { MatrixBrand, ToolChange } from '../../src-shared/desk/connectors.ts'
import { namedValue } from '../../src-shared/service/named-values.ts'

export type Permission = ToolChange['to']
export type Staged = ReadonlyMap<string, ReadonlyMap<string, Permission>>
export type Wish = { readonly brandId: string; readonly tool: string; readonly value: Permission }
/** What a cell says now; undefined: the brand's catalog does not name the tool. */
export type Now = (brandId: string, tool: string) => Permission | undefined

export const NOTHING_STAGED: Staged = new Map()

export const nowIn = (brands: readonly MatrixBrand[]): Now => {
  const byId = new Map(brands.map((brand) => [brand.brandId, brand]))
  return (brandId, tool) => namedValue(byId.get(brandId)?.effective ?? {}, tool)
}

const without = (tools: ReadonlyMap<string, Permission>, tool: string): ReadonlyMap<string, Permission> => {
  const rest = new Map(tools)
  rest.delete(tool)
  return rest
}

/** A wish for what is so already takes the cell off the stage; one for a tool that the brand lacks is no wish. */
export const withWishes = (staged: Staged, wishes: readonly Wish[], now: Now): Staged => {
  const next = new Map(staged)
  const touched = new Map<string, Map<string, Permission>>()
  for (const { brandId, tool, value } of wishes) {
    const current = now(brandId, tool)
    if (current === undefined) continue
    const own = touched.get(brandId) ?? new Map(next.get(brandId))
    touched.set(brandId, own)
    if (current === value) own.delete(tool)
    else own.set(tool, value)
  }
  for (const [brandId, own] of touched) {
    if (own.size === 0) next.delete(brandId)
    else next.set(brandId, own)
  }
  return next
}

export const withoutCells = (
  staged: Staged,
  cells: readonly { readonly brandId: string; readonly tool: string }[],
): Staged => {
  const next = new Map(staged)
  for (const { brandId, tool } of cells) {
    const rest = without(next.get(brandId) ?? new Map(), tool)
    if (rest.size === 0) next.delete(brandId)
    else next.set(brandId, rest)
  }
  return next
}

export const withoutBrands = (staged: Staged, brandIds: ReadonlySet<string>): Staged =>
  new Map([...staged].filter(([brandId]) => !brandIds.has(brandId)))

/** Everything staged that would still change something, or that is refused because the brand is read-only. */
export const wishesOf = (staged: Staged, now: Now): Wish[] =>
  [...staged].flatMap(([brandId, tools]) =>
    [...tools].flatMap(([tool, value]) => (now(brandId, tool) === value ? [] : [{ brandId, tool, value }])),
  )

export type StagedCounts = {
  readonly changes: number
  readonly brandIds: readonly string[]
  /** Brands whose wishes will be refused: their cells are read-only. */
  readonly locked: number
}

export const countStaged = (staged: Staged, brands: readonly MatrixBrand[]): StagedCounts => {
  const byId = new Map(brands.map((brand) => [brand.brandId, brand]))
  let changes = 0
  let locked = 0
  const brandIds: string[] = []
  for (const [brandId, tools] of staged) {
    const brand = byId.get(brandId)
    if (brand === undefined) continue
    const open = [...tools].filter(([tool, value]) => namedValue(brand.effective, tool) !== value).length
    if (open === 0) continue
    if (!brand.canManage) locked += 1
    else {
      changes += open
      brandIds.push(brandId)
    }
  }
  return { changes, brandIds, locked }
}
