import { invalidField } from '../base/invalid-field.ts'

/** One brand of the input, and the paths of its fields for messages. */
export type Target = {
  readonly brandId: string
  readonly slugs: readonly string[]
  readonly brandField: string
  readonly slugField: (index: number) => string
}

export type TargetedInput = {
  readonly targets?: readonly { readonly brandId: string; readonly articleSlugs: readonly string[] }[] | undefined
  readonly brandId?: string | undefined
  readonly articleSlugs?: readonly string[] | undefined
  readonly articleSlug?: string | undefined
}

const manyTargets = (targets: NonNullable<TargetedInput['targets']>): Target[] => {
  const seen = new Map<string, number>()
  return targets.map(({ brandId, articleSlugs }, index) => {
    if (seen.has(brandId))
      throw invalidField(
        `targets.${index}.brandId`,
        'is listed twice',
        'A brand is listed twice. Put its articles into one row.',
      )
    seen.set(brandId, index)
    return {
      brandId,
      slugs: articleSlugs,
      brandField: `targets.${index}.brandId`,
      slugField: (slug) => `targets.${index}.articleSlugs.${slug}`,
    }
  })
}

/** The brands and articles of the input. Throws `invalid` with the field if they are missing or given twice. */
export const targetsOf = ({ targets, brandId, articleSlugs, articleSlug }: TargetedInput): Target[] => {
  const hasOne = brandId !== undefined || articleSlugs !== undefined || articleSlug !== undefined
  if (targets !== undefined) {
    if (hasOne)
      throw invalidField(
        'targets',
        'give either targets or brandId',
        'Give the articles of many brands as targets, or those of one with brandId, not both.',
      )
    return manyTargets(targets)
  }
  if (brandId === undefined)
    throw invalidField(
      'brandId',
      'is required',
      'Give the brand of these articles: brandId for one brand, targets for many.',
    )
  if (articleSlugs !== undefined && articleSlug !== undefined)
    throw invalidField(
      'articleSlug',
      'give either articleSlug or articleSlugs',
      'Give one articleSlug or a list of articleSlugs, not both.',
    )
  const slugs = articleSlugs ?? (articleSlug === undefined ? [] : [articleSlug])
  if (slugs.length === 0) throw invalidField('articleSlugs', 'is required', 'Give at least one article slug.')
  return [
    {
      brandId,
      slugs,
      brandField: 'brandId',
      slugField: (index) => (articleSlug === undefined ? `articleSlugs.${index}` : 'articleSlug'),
    },
  ]
}
