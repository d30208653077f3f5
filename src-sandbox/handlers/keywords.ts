import { seedSuggestions } from '../seed/suggestions.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { HandlersOf } from './handler.ts'

const OWN_KEYWORDS = 40

const ownKeywordsOf = (brand: BrandState): string[] => {
  const own =
    brand.kind === 'seeded' ? brand.keywords().map(({ keyword }) => keyword) : brand.rows.map(({ query }) => query)
  return own.slice(0, OWN_KEYWORDS)
}

const isOwnSite = (websiteUrl: string, brand: BrandState): boolean =>
  brand.kind === 'seeded' && new URL(websiteUrl).hostname.replace(/^www\./, '') === brand.domain

export const keywordHandlers: HandlersOf<'keywords'> = {
  'keywords.suggest': ({ query }, { brand }) => {
    const ownKeywords = ownKeywordsOf(brand)
    const ownTopics = brand.kind === 'seeded' ? brand.industry.offers : ownKeywords
    const { description, audience = [] } = query
    // A crawl of the brand's own site adds nothing to what the sandbox knows of the brand.
    const isOwn = query.websiteUrl !== undefined && isOwnSite(query.websiteUrl, brand)
    const websiteUrl = isOwn ? undefined : query.websiteUrl
    return {
      keywords: seedSuggestions({ brandSeed: brand.seed, ownTopics, ownKeywords, websiteUrl, description, audience }),
    }
  },
}
