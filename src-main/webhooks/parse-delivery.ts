import { z } from 'zod'
import type { Delivery } from '../../src-shared/desk/webhooks.ts'

/** What the desk reads from a body: the interface documents the event `article.published` only. */
export type ParsedDelivery = Pick<Delivery, 'event' | 'slug' | 'title' | 'status' | 'reason'>

export const ARTICLE_PUBLISHED = 'article.published'

const EventSchema = z.object({ event: z.string().min(1, 'is empty').max(200) })
const ArticleSchema = z.object({
  article: z.object({ title: z.string().max(2000), slug: z.string().trim().min(1, 'is empty').max(2000) }),
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

const rejected = (reason: string): ParsedDelivery => ({
  event: null,
  slug: null,
  title: null,
  status: 'rejected',
  reason,
})

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues
  return issue === undefined ? 'it has another shape' : `${issue.path.join('.') || 'the body'}: ${issue.message}`
}

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

/** Reads a body as received; one that does not fit is `rejected` with the reason. */
export const parseDelivery = (bytes: Uint8Array): ParsedDelivery => {
  const parsed = parse(bytes)
  if ('reason' in parsed) return rejected(parsed.reason)
  const head = EventSchema.safeParse(parsed.value)
  if (!head.success) return rejected(`The body is not of the shape { event, article }: ${firstIssue(head.error)}`)
  const { event } = head.data
  const article = ArticleSchema.safeParse(parsed.value)
  const { slug, title } = article.success ? article.data.article : { slug: null, title: null }
  if (event !== ARTICLE_PUBLISHED) return { event, slug, title, status: 'unknown-event', reason: null }
  if (article.success) return { event, slug, title, status: 'accepted', reason: null }
  return { ...rejected(`The body is not of the shape { event, article }: ${firstIssue(article.error)}`), event }
}
