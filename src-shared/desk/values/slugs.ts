// A slug is the part of a page's address that names the article. The service's interface says no more than that it is a
// text, so only what cannot be a part of an address is refused.
const NOT_IN_ADDRESS = /[\s!"#$&'()*+,:;<=>?@[\\\]^`{|}]|%(?![0-9a-f]{2})/giu

/** Why a text cannot be a slug; null: it can. */
export const slugProblem = (slug: string): string | null => {
  const found = [...new Set(slug.match(NOT_IN_ADDRESS) ?? [])]
  if (found.length === 0) return null
  const names = found.map((sign) => (sign.trim() === '' ? 'spaces' : `“${sign}”`))
  return `A slug has no ${[...new Set(names)].join(', ')}.`
}

/** The nearest slug: `Bad Slug!!` becomes `bad-slug`. Empty where nothing is left. */
export const cleanSlug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(NOT_IN_ADDRESS, ' ')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** Written in capitals wherever they stand. */
const CAPITALS =
  /\b(ac|ai|api|b2b|b2c|cbd|ceo|cfo|cms|crm|css|cta|diy|ev|faq|gps|html|hvac|ira|led|llc|pdf|ppc|roi|rv|saas|seo|sql|suv|tv|uk|url|usa|usb|ux|vat|vpn|[b-hj-z])\b/g

/** `snow-shelter-basics` as people read it: `Snow shelter basics`. Where no title is known. */
export const titleOfSlug = (slug: string): string => {
  const words = (slug.split('/').findLast((part) => part !== '') ?? slug)
    .replace(/[-_]+/g, ' ')
    .replace(CAPITALS, (word) => word.toUpperCase())
    .trim()
  return words === '' ? slug : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
