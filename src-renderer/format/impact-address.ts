/** An article in the address of Impact. */
export const impactParam = (of: { brandId: string; articleSlug: string; day: string }): string =>
  `${of.brandId} ${of.day} ${of.articleSlug}`
