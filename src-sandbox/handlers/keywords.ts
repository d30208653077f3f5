import { seedSuggestions } from '../seed/suggestions.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { Handler } from './handler.ts'

const OWN_KEYWORDS = 40

const ownKeywordsOf = (brand: BrandState): string[] =>
  brand.kind === 'seeded'
    ? brand
        .keywords()
        .slice(0, OWN_KEYWORDS)
        .map(({ keyword }) => keyword)
    : brand.rows.slice(0, OWN_KEYWORDS).map(({ query }) => query)

const isOwnSite = (websiteUrl: string, brand: BrandState): boolean =>
  brand.kind === 'seeded' && new URL(websiteUrl).hostname.replace(/^www\./, '') === brand.seeded.domain

export const suggest: Handler<'keywords.suggest'> = ({ query }, { brand }) => {
  const ownKeywords = ownKeywordsOf(brand)
  const ownTopics = brand.kind === 'seeded' ? brand.seeded.industry.offers : ownKeywords
  const { description, audience = [] } = query
  // a crawl of the brand's own site tells what is known of it anyway
  const websiteUrl = query.websiteUrl !== undefined && isOwnSite(query.websiteUrl, brand) ? undefined : query.websiteUrl
  return {
    keywords: seedSuggestions({ brandSeed: brand.seed, ownTopics, ownKeywords, websiteUrl, description, audience }),
  }
}
