import type { WireReplyOf } from '../../src-shared/service/operations.ts'
import type { Post } from '../seed/posts.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlersOf } from './handler.ts'

type Reply = WireReplyOf<'cms.publish'>
type Result = NonNullable<Reply['results']>[number]

const done = (articleSlug: string, post: Post): Result => ({ articleSlug, ...post })

const notPosted = (articleSlug: string, status: string, error?: string): Result => {
  return { articleSlug, postId: null, postUrl: null, status, error }
}
const failed = (articleSlug: string, error: string): Result => notPosted(articleSlug, 'failed', error)

const replyOf = (results: Result[]): Reply => {
  const failures = results.filter(({ status }) => status === 'failed').length
  return { success: failures === 0, succeeded: results.length - failures, failed: failures, results }
}

/** The result of `run` for each article; a fault that a test set (`failing`) replaces it. */
const eachArticle = (
  slugs: readonly string[],
  failing: ReadonlyMap<string, string>,
  run: (slug: string) => Result,
): Reply =>
  replyOf(
    slugs.map((slug) => {
      const text = failing.get(slug)
      return text === undefined ? run(slug) : failed(slug, text)
    }),
  )

export const cmsHandlers: HandlersOf<'cms'> = {
  'cms.publish': ({ body }, { brand, cms }) => {
    const { provider, articleSlug, items, status = 'publish' } = body
    const as = cms.faults.keepsDrafts(brand.teamId, provider) ? 'draft' : status
    const slugs = [...new Set(items?.map((item) => item.articleSlug) ?? [articleSlug])]
    return eachArticle(slugs, cms.faults.take(brand.teamId, provider, slugs), (slug) =>
      done(slug, cms.publish({ brand, provider, slug }, as)),
    )
  },
  'cms.schedule': ({ body }, { brand, cms, nowMs }) => {
    const { provider, articleSlug, publishAt, status = 'publish' } = body
    const atMs = Date.parse(publishAt)
    if (atMs <= nowMs) throw new ServiceError(400, 'publishAt: must be in the future')
    return eachArticle([articleSlug], cms.faults.take(brand.teamId, provider, [articleSlug]), (slug) =>
      done(slug, cms.schedule({ brand, provider, slug }, atMs, status)),
    )
  },
  'cms.unschedule': ({ body }, { brand, cms }) =>
    replyOf(
      body.articleSlugs.map((slug) =>
        cms.unschedule(brand.teamId, slug) > 0
          ? notPosted(slug, 'unscheduled')
          : failed(slug, 'no pending schedule for this article'),
      ),
    ),
  'cms.unpublish': ({ body }, { brand, cms }) => {
    const { provider, articleSlugs } = body
    return eachArticle(articleSlugs, cms.faults.take(brand.teamId, provider, articleSlugs), (slug) => {
      const post = cms.unpublish({ brand, provider, slug })
      return post === null
        ? failed(slug, `this article is not published on ${provider}`)
        : done(slug, { ...post, status: 'unpublished' })
    })
  },
}
