// Article slugs in page addresses: whole segments of the path.

/** The text itself where it cannot be decoded. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const partsOf = (page: string): string[] => {
  const path = URL.canParse(page) ? new URL(page).pathname : page
  return path
    .split('/')
    .map((part) => decoded(part).toLowerCase())
    .filter((part) => part !== '')
}

/** A slug or the path of a page as segments between slashes; null for one without any. */
export const pathOfSlug = (slug: string): string | null => pathOfPage(`/${slug}`)
export const pathOfPage = (page: string): string | null => {
  const parts = partsOf(page)
  return parts.length === 0 ? null : `/${parts.join('/')}/`
}

/** Whole segments of the pages' paths: of slugs of letters, digits, `-` and `_` alone, those that are in one of the pages. */
export const segmentsOfPages = (pages: readonly string[]): string[] => [
  ...new Set(pages.flatMap((page) => (pathOfPage(page) ?? '').split('/').filter((part) => part !== ''))),
]

/** Whether the slug (which may contain slashes) is one or more whole segments of the page's path. */
export const isSlugInPage = (slug: string, page: string): boolean => {
  const wanted = pathOfSlug(slug)
  return wanted !== null && (pathOfPage(page)?.includes(wanted) ?? false)
}

/** The last segment of a page's path, usually the article's slug; null for a home page. */
export const slugOfPage = (page: string): string | null => {
  const path = URL.canParse(page) ? new URL(page).pathname : ''
  const last = path.split('/').findLast((part) => part !== '')
  return last === undefined ? null : decoded(last).replace(/\.(html?|php|aspx?)$/i, '')
}
