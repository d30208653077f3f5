const MARKS = /\p{M}+/gu
const NOT_SLUG = /[^a-z0-9]+/g

/** A name as lower case letters, digits and hyphens; `brand` where no such letter is left. */
export const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase()
  const slug = plain
    .replace(NOT_SLUG, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'brand' : slug
}
