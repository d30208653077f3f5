import { SiteSchema } from '../../src-shared/service/website-audit.ts'

export type SiteRead =
  | { readonly url: string; readonly problem: null }
  | { readonly url: null; readonly problem: string }

/** What was typed as a site, read as the desk will read it; or what is wrong with it, in words for its field. */
export const readSite = (text: string): SiteRead => {
  const read = SiteSchema.safeParse(text)
  if (read.success) return { url: read.data, problem: null }
  return {
    url: null,
    problem: `This ${read.error.issues[0]?.message ?? 'is not valid'}. Write one such as example.com.`,
  }
}

/** A site without what every address has in common. */
export const shortSite = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
