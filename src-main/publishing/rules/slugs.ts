// Article slugs in page addresses: whole segments of the path.

const decoded = (text: string): string => {
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

/** Whether the slug (which may contain slashes) is one or more whole segments of the page's path. */
export const isSlugInPage = (slug: string, page: string): boolean => {
  const wanted = partsOf(`/${slug}`)
  return wanted.length > 0 && `/${partsOf(page).join('/')}/`.includes(`/${wanted.join('/')}/`)
}

/** The last segment of a page's path, usually the article's slug; null for a home page. */
export const slugOfPage = (page: string): string | null => {
  const path = URL.canParse(page) ? new URL(page).pathname : ''
  const last = path.split('/').findLast((part) => part !== '')
  return last === undefined ? null : decoded(last).replace(/\.(html?|php|aspx?)$/i, '')
}
