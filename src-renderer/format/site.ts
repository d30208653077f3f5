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

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/
const HOST = /^(localhost|\[[\da-f:]+\]|[^\s/:@?#]+\.[^\s/:@?#]+)(:\d+)?([/?#]\S*)?$/i

/** An address that was typed without its beginning: `https://`, on this computer `http://`. Anything else stays as it is. */
export const completeAddress = (text: string): string => {
  const typed = text.trim()
  if (!HOST.test(typed)) return typed
  return `${LOCAL_HOST.test(typed) ? 'http' : 'https'}://${typed}`
}
