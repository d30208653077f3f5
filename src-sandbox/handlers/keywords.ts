import type { z } from 'zod'
import type { SuggestKeywordsQuerySchema } from '../../src-shared/service/keywords.ts'
import { type SuggestContext, seedSuggestions } from '../seed/suggestions.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { HandlersOf } from './handler.ts'

type Query = z.output<typeof SuggestKeywordsQuerySchema>

const OWN_KEYWORDS = 40

const ownKeywordsOf = (brand: BrandState): string[] => {
  const own =
    brand.kind === 'seeded' ? brand.keywords().map(({ keyword }) => keyword) : brand.rows.map(({ query }) => query)
  return own.slice(0, OWN_KEYWORDS)
}

const isOwnSite = (websiteUrl: string, brand: BrandState): boolean =>
  brand.kind === 'seeded' && new URL(websiteUrl).hostname.replace(/^www\./, '') === brand.domain

/** A description replaces the crawl. One of the brand's own site adds nothing to what the sandbox knows of the brand. */
const sourceOf = ({ description, websiteUrl }: Query, brand: BrandState): SuggestContext['source'] => {
  if (description !== undefined) return { kind: 'description', text: description }
  return websiteUrl === undefined || isOwnSite(websiteUrl, brand) ? null : { kind: 'website', text: websiteUrl }
}

export const keywordHandlers: HandlersOf<'keywords'> = {
  'keywords.suggest': ({ query }, { brand }) => {
    const ownKeywords = ownKeywordsOf(brand)
    const ownTopics = brand.kind === 'seeded' ? brand.industry.offers : ownKeywords
    const { audience = [] } = query
    const source = sourceOf(query, brand)
    return {
      keywords: seedSuggestions({ brandSeed: brand.seed, ownTopics, ownKeywords, source, audience }),
    }
  },
}
