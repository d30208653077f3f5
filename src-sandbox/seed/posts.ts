import type { Provider } from '../../src-shared/service/providers.ts'
import { hash, hashText, token } from './hash.ts'

export type PostStatus = 'draft' | 'publish'
/** What a CMS answers for an article, in its own words. */
export type Post = { readonly postId: string; readonly postUrl: string; readonly status: string }

type PostPlace = { readonly domain: string; readonly slug: string; readonly seed: number }
type MakePost = (place: PostPlace, isDraft: boolean) => { postId: string; postUrl: string }

const digits = (seed: number): string => String(1000 + (seed % 90_000))
const hex = (seed: number): string => [1, 2, 3].map((part) => hash(seed, part).toString(16).padStart(8, '0')).join('')

const POSTS: Readonly<Record<Provider, MakePost>> = {
  wordpress: ({ domain, slug, seed }, isDraft) => ({
    postId: digits(seed),
    postUrl: isDraft ? `https://${domain}/?p=${digits(seed)}&preview=true` : `https://${domain}/${slug}/`,
  }),
  shopify: ({ domain, slug, seed }) => ({
    postId: `gid://shopify/Article/${hash(seed, 7)}`,
    postUrl: `https://${domain}/blogs/news/${slug}`,
  }),
  webflow: ({ domain, slug, seed }) => ({ postId: hex(seed), postUrl: `https://${domain}/blog/${slug}` }),
  ghost: ({ domain, slug, seed }, isDraft) => ({
    postId: hex(hash(seed, 4)),
    postUrl: isDraft ? `https://${domain}/p/${hex(seed).slice(0, 16)}/` : `https://${domain}/${slug}/`,
  }),
  webhook: ({ domain, slug, seed }) => ({ postId: `wh_${token(12, seed)}`, postUrl: `https://${domain}/${slug}` }),
  framer: ({ domain, slug, seed }) => ({ postId: token(9, seed), postUrl: `https://${domain}/blog/${slug}` }),
  grigora: ({ domain, slug, seed }) => ({
    postId: `post_${token(16, seed).toLowerCase()}`,
    postUrl: `https://${domain}/posts/${slug}`,
  }),
}

/** The same article at the same provider has the same id each time. */
export const seedPost = (
  provider: Provider,
  { domain, slug, brandSeed }: { domain: string; slug: string; brandSeed: number },
  status: PostStatus,
): Post => {
  const seed = hash(brandSeed, hashText(slug), hashText(provider))
  const isGhosts = provider === 'ghost' && status === 'publish'
  return { ...POSTS[provider]({ domain, slug, seed }, status === 'draft'), status: isGhosts ? 'published' : status }
}

/** "how-to-brew" as "How to brew". */
export const titleOf = (slug: string): string => {
  const words = (slug.split('/').at(-1) ?? slug).replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
