import { cleanSlug, slugProblem } from '../../../src-shared/desk/slugs.ts'
import { invalidField } from '../../base/invalid-field.ts'

type Slugs = { readonly slugs: readonly string[]; readonly slugField: (index: number) => string }

/** Throws `invalid` with the field of the first text that cannot be part of an address, and the slug to use instead. */
export const assertSlugs = (brandName: string, { slugs, slugField }: Slugs): void => {
  for (const [index, slug] of slugs.entries()) {
    const problem = slugProblem(slug)
    if (problem === null) continue
    const clean = cleanSlug(slug)
    const offer = clean === '' ? '' : ` Use "${clean}" instead.`
    throw invalidField(
      slugField(index),
      problem,
      `${brandName}: "${slug}" cannot be a slug. ${problem}${offer} Nothing was sent.`,
    )
  }
}
