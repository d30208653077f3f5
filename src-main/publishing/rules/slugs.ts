// Where an article's slug stands in the address of a page: as whole parts of its path.

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

/** Whether the slug (which may itself hold slashes) is a run of whole parts of the page's path. */
export const isSlugInPage = (slug: string, page: string): boolean => {
  const wanted = partsOf(`/${slug}`)
  return wanted.length > 0 && `/${partsOf(page).join('/')}/`.includes(`/${wanted.join('/')}/`)
}

/** The last part of a page's path, which is most often its article's slug; null for a home page. */
export const slugOfPage = (page: string): string | null => {
  const path = URL.canParse(page) ? new URL(page).pathname : ''
  const last = path.split('/').findLast((part) => part !== '')
  return last === undefined ? null : decoded(last).replace(/\.(html?|php|aspx?)$/i, '')
}
