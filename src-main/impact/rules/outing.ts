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

/** The articles of a brand by what they are about. A brand may have tens of thousands: none is compared with each other one. */
export type OutingBook = {
  readonly all: readonly PlacedOuting[]
  readonly ofPage: (page: number) => readonly PlacedOuting[]
  /** Those about its page, itself included: what followed one of them cannot be told from what followed another. */
  readonly onSamePage: (outing: PlacedOuting) => readonly PlacedOuting[]
}

export const createOutingBook = (all: readonly PlacedOuting[]): OutingBook => {
  const bySlug = Map.groupBy(all, ({ slug }) => slug)
  const byPage = new Map<number, PlacedOuting[]>()
  for (const outing of all)
    for (const page of outing.pages) {
      const known = byPage.get(page)
      if (known === undefined) byPage.set(page, [outing])
      else known.push(outing)
    }
  const ofPage = (page: number): readonly PlacedOuting[] => byPage.get(page) ?? []
  const onSamePage = ({ slug, pages }: PlacedOuting): readonly PlacedOuting[] => {
    const ofSlug = bySlug.get(slug) ?? []
    return pages.size === 0 ? ofSlug : [...new Set([...ofSlug, ...Array.from(pages, ofPage).flat()])]
  }
  return { all, ofPage, onSamePage }
}
