// What the service knows of articles: what is out where, what is scheduled, and how often each was published, so that a
// test can say "never twice". Schedules fire by the sandbox's own clock, in real time and when it is moved.
import type { Provider } from '../../src-shared/service/providers.ts'
import { type Post, type PostStatus, seedPost, titleOf } from '../seed/posts.ts'
import type { BrandState } from './brand-state.ts'
import type { SandboxClock } from './clock.ts'
import { createCmsFaults } from './cms-faults.ts'
import { getOrMake } from './get-or-make.ts'
import { createWebhooks } from './webhooks.ts'

export type CmsArticle = {
  readonly teamId: string
  readonly slug: string
  readonly provider: Provider
  /** Times a publish call put it out; a schedule that fired counts in `fired`. */
  published: number
  fired: number
  /** How often it was scheduled. */
  scheduled: number
  post: Post | null
  pending: { readonly atMs: number; readonly status: PostStatus; readonly brand: BrandState } | null
}

export type Going = { readonly brand: BrandState; readonly provider: Provider; readonly slug: string }

/** Longest span of one timer. */
const TIMER_MAX_MS = 2 ** 31 - 1

const domainOf = (brand: BrandState): string =>
  brand.kind === 'seeded' ? brand.domain : `${brand.teamId.replace(/_/g, '-')}.example`

const postOf = ({ brand, provider, slug }: Going, status: PostStatus): Post =>
  seedPost(provider, { domain: domainOf(brand), slug, brandSeed: brand.seed }, status)

export const createCms = (clock: SandboxClock) => {
  const articles = new Map<string, CmsArticle>()
  const webhooks = createWebhooks(clock.now)
  let timer: NodeJS.Timeout | undefined

  const articleOf = ({ brand: { teamId }, provider, slug }: Going): CmsArticle =>
    getOrMake(articles, JSON.stringify([teamId, provider, slug]), () => {
      return { teamId, slug, provider, published: 0, fired: 0, scheduled: 0, post: null, pending: null }
    })

  const putOut = (going: Going, status: PostStatus): Post => {
    const post = postOf(going, status)
    articleOf(going).post = post
    const { brand, provider, slug } = going
    if (provider !== 'webhook' || status === 'draft') return post
    const publishedAt = new Date(clock.now()).toISOString()
    webhooks.send(brand.teamId, { title: titleOf(slug), slug, url: post.postUrl, id: post.postId, publishedAt })
    return post
  }

  const pendingOnes = () => [...articles.values()].filter(({ pending }) => pending !== null)

  const arm = (): void => {
    clearTimeout(timer)
    const next = Math.min(...pendingOnes().map(({ pending }) => pending?.atMs ?? Number.POSITIVE_INFINITY))
    if (!Number.isFinite(next)) return
    timer = setTimeout(fireDue, Math.min(TIMER_MAX_MS, Math.max(1, next - clock.now()))).unref()
  }

  const fireDue = (): void => {
    for (const article of pendingOnes()) {
      const { pending, provider, slug } = article
      if (pending === null || pending.atMs > clock.now()) continue
      article.pending = null
      article.fired += 1
      putOut({ brand: pending.brand, provider, slug }, pending.status)
    }
    arm()
  }
  clock.onMove(fireDue)

  return {
    faults: createCmsFaults(),
    webhooks,
    publish: (going: Going, status: PostStatus): Post => {
      articleOf(going).published += 1
      return putOut(going, status)
    },
    schedule: (going: Going, atMs: number, status: PostStatus): Post => {
      const article = articleOf(going)
      article.scheduled += 1
      article.pending = { atMs, status, brand: going.brand }
      arm()
      return { ...postOf(going, status), status: 'scheduled' }
    },
    /** The number of pending schedules that it cancelled. */
    unschedule: (teamId: string, slug: string): number => {
      const pending = pendingOnes().filter((article) => article.teamId === teamId && article.slug === slug)
      for (const article of pending) article.pending = null
      arm()
      return pending.length
    },
    /** The unpublished post; null if it was not published. */
    unpublish: (going: Going): Post | null => {
      const article = articleOf(going)
      const { post } = article
      article.post = null
      return post
    },
    articles: (): readonly CmsArticle[] => [...articles.values()],
    close: async () => {
      clearTimeout(timer)
      await webhooks.close()
    },
  }
}
export type Cms = ReturnType<typeof createCms>
