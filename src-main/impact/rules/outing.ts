/** An article that was published, as far as the desk knows. */
export type Outing = {
  readonly slug: string
  readonly title: string | null
  /** As a number of days since 1970, UTC. */
  readonly day: number
  /** When it was unpublished; null: it was not. */
  readonly endDay: number | null
}

export type BrandOutings = { readonly brandId: string; readonly outings: readonly Outing[] }

/** An article with the numbers of the pages whose address has its slug. */
export type PlacedOuting = Outing & { readonly pages: ReadonlySet<number> }

/** Whether two articles are about one page: what followed one of them cannot be told from what followed the other. */
export const isSamePage = (one: PlacedOuting, other: PlacedOuting): boolean =>
  one.slug === other.slug || [...one.pages].some((page) => other.pages.has(page))
