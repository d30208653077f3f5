// What the desk reads from a body: the interface documents the event `article.published` only. Checked by hand, because each
// sender waits for it and the receiver's thread then needs no library.
import type { Delivery } from '../../src-shared/desk/webhooks.ts'

export type ParsedDelivery = Pick<Delivery, 'event' | 'slug' | 'title' | 'status' | 'reason'>

export const ARTICLE_PUBLISHED = 'article.published'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const rejected = (reason: string, event: string | null = null): ParsedDelivery => ({
  event,
  slug: null,
  title: null,
  status: 'rejected',
  reason,
})

const otherShape = (problem: string): string => `The body is not of the shape { event, article }: ${problem}`

const parse = (bytes: Uint8Array): { value: unknown } | { reason: string } => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { reason: 'The body is not UTF-8.' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: text.trim() === '' ? 'The body is empty.' : 'The body is not JSON.' }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a text of this many characters; null where nothing is. */
const problemOf = (value: unknown, { min, max }: { min: number; max: number }): string | null => {
  if (value === undefined) return 'is missing'
  if (typeof value !== 'string') return 'must be text'
  if (value.length < min) return 'is empty'
  return value.length > max ? `is longer than ${max} characters` : null
}

type Article = { readonly slug: string; readonly title: string }

const readArticle = (article: unknown): Article | { problem: string } => {
  if (!isRecord(article)) return { problem: `article: ${article === undefined ? 'is missing' : 'must be an object'}` }
  const { title } = article
  const titleProblem = problemOf(title, { min: 0, max: 2000 })
  if (titleProblem !== null) return { problem: `article.title: ${titleProblem}` }
  const slug = typeof article.slug === 'string' ? article.slug.trim() : article.slug
  const slugProblem = problemOf(slug, { min: 1, max: 2000 })
  if (slugProblem !== null) return { problem: `article.slug: ${slugProblem}` }
  return { slug: slug as string, title: title as string } // both have no problem
}

/** Reads a body as received; one that does not fit is `rejected` with the reason. */
export const parseDelivery = (bytes: Uint8Array): ParsedDelivery => {
  const parsed = parse(bytes)
  if ('reason' in parsed) return rejected(parsed.reason)
  const { value } = parsed
  if (!isRecord(value)) return rejected(otherShape('the body: must be an object'))
  const eventProblem = problemOf(value.event, { min: 1, max: 200 })
  if (eventProblem !== null) return rejected(otherShape(`event: ${eventProblem}`))
  const event = value.event as string // it has no problem
  const article = readArticle(value.article)
  if ('problem' in article) {
    if (event === ARTICLE_PUBLISHED) return rejected(otherShape(article.problem), event)
    return { event, slug: null, title: null, status: 'unknown-event', reason: null }
  }
  const status = event === ARTICLE_PUBLISHED ? 'accepted' : 'unknown-event'
  return { event, slug: article.slug, title: article.title, status, reason: null }
}
