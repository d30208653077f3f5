// Warnings of a publish or schedule, before anything is stored or sent.

import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { MINUTE_MS } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { type BrandMark, hyphenated, termsOf } from '../brands/rules/brand-terms.ts'
import { readSomePages } from '../rankings/public.ts'
import type { Store } from '../store/store.ts'
import type { KnownArticle } from './queries/article-list.ts'
import type { Target } from './targets.ts'

// Another brand's name or domain in a slug: most likely the article belongs to that brand.
type WrongBrandShield = (brandId: string, slug: string) => { readonly name: string } | null

/** The other brand that a slug names; null if none, or if it names its own brand as well. */
export const createWrongBrandShield = (brands: readonly BrandMark[]): WrongBrandShield => {
  const known = brands.map((brand) => ({ ...brand, signs: [...termsOf(brand)] }))
  return (brandId, slug) => {
    const text = hyphenated(slug)
    const own = known.find((brand) => brand.brandId === brandId)?.signs.filter((sign) => text.includes(sign)) ?? []
    // A name that is part of the own brand's name does not count.
    const isMeant = (sign: string) => text.includes(sign) && !own.some((mine) => mine.includes(sign))
    return known.find((brand) => brand.brandId !== brandId && brand.signs.some(isMeant)) ?? null
  }
}

export type PublishWarning = CallOutput<'publishing.check'>['warnings'][number]
/** A warning and the field of the input it is about. */
export type PlacedWarning = { readonly warning: PublishWarning; readonly field: string }

export type ChecksDeps = { readonly store: Store; readonly book: BrandBook }

const STATE_LABELS: Partial<Record<KnownArticle['state'], string>> = {
  held: 'about to be sent',
  sending: 'being sent',
  scheduled: 'scheduled',
  published: 'published',
  unknown: 'possibly published',
}

export type GoingOut = { readonly provider: string; readonly publishAtMs?: number | undefined }

/** The warnings of articles to publish. */
export const createWarnings = ({ store, book }: ChecksDeps) => {
  const shield = async () => {
    const brands = book.list()
    const pages = await readSomePages(store, { brandIds: brands.map(({ id }) => id) })
    return createWrongBrandShield(brands.map(({ id, name }) => ({ brandId: id, name, pages: pages[id] ?? [] })))
  }

  return async (targets: readonly Target[], { provider, publishAtMs }: GoingOut): Promise<PlacedWarning[]> => {
    const slot = publishAtMs === undefined ? null : Math.floor(publishAtMs / MINUTE_MS) * MINUTE_MS
    const known = await store.read('articles.live', {
      brandIds: targets.map(({ brandId }) => brandId),
      slugs: [...new Set(targets.flatMap(({ slugs }) => slugs))],
      fromMs: slot ?? 0,
      untilMs: slot === null ? 0 : slot + MINUTE_MS,
    })
    const otherBrandIn = await shield()

    const ofArticle = (brandId: string, slug: string): Omit<PublishWarning, 'brandId' | 'articleSlug'>[] => {
      const { name } = book.get(brandId)
      const own = known.filter((article) => article.brandId === brandId)
      const same = own.find((article) => article.slug === slug && article.provider === provider)
      const neighbour =
        slot === null
          ? undefined
          : own.find((one) => one.slug !== slug && one.isScheduled && one.atMs >= slot && one.atMs < slot + MINUTE_MS)
      const other = otherBrandIn(brandId, slug)
      return [
        ...(same === undefined
          ? []
          : [
              {
                code: 'duplicate' as const,
                message: `${name}: "${slug}" is already ${STATE_LABELS[same.state]} on ${provider}.`,
              },
            ]),
        ...(neighbour === undefined
          ? []
          : [{ code: 'same-slot' as const, message: `${name}: "${neighbour.slug}" is published at the same minute.` }]),
        ...(other === null
          ? []
          : [
              {
                code: 'wrong-brand' as const,
                message: `"${slug}" names ${other.name}, but would be sent for ${name}.`,
              },
            ]),
      ]
    }

    return targets.flatMap(({ brandId, slugs, slugField }) =>
      slugs.flatMap((articleSlug, index) =>
        ofArticle(brandId, articleSlug).map((warning) => ({
          warning: { ...warning, brandId, articleSlug },
          field: slugField(index),
        })),
      ),
    )
  }
}

/** Throws `conflict` with the warnings whose code was not accepted. */
export const assertAccepted = (warnings: readonly PlacedWarning[], accept: readonly string[]): void => {
  const open = warnings.filter(({ warning }) => !accept.includes(warning.code))
  const [first] = open
  if (first === undefined) return
  const more = open.length === 1 ? '' : ` (and ${open.length - 1} more)`
  throw new DeskError('conflict', `${first.warning.message}${more} Nothing was sent. Accept the warning to continue.`, {
    brandId: first.warning.brandId,
    issues: open
      .slice(0, 20)
      .map(({ warning, field }) => ({ path: field, code: warning.code, message: warning.message })),
  })
}
