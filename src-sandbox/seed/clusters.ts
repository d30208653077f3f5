import type { Cluster } from '../../src-shared/service/topic-clusters.ts'
import { type SeededBrand, seedRival } from './brands.ts'
import { instantOfDay } from './days.ts'
import { bell, hash, hashText, token, unit } from './hash.ts'
import type { SeededKeyword } from './keywords.ts'

const MAX_CLUSTERS = 14
/** 2025-01-06: clusters were made on some day of the year after it. */
const FIRST_CREATED_DAY = 20_094
const RISING_FROM_PCT = 2

/** One cluster for each offer that has keywords, the largest first. */
export const seedClusters = (brand: SeededBrand, keywords: readonly SeededKeyword[]): Cluster[] =>
  [...Map.groupBy(keywords, ({ offer }) => offer)]
    .filter(([offer]) => offer !== '')
    .sort(([, left], [, right]) => right.length - left.length)
    .slice(0, MAX_CLUSTERS)
    .map(([offer, members]) => seedCluster(brand, offer, members))

const seedCluster = (brand: SeededBrand, offer: string, members: readonly SeededKeyword[]): Cluster => {
  const seed = hash(brand.seed, hashText(offer), 0xc1)
  const coverage = seedCoverage(seed, members.length)
  const promptCount = 3 + (hash(seed, 2) % 18)
  const changePct = rounded(14 * bell(seed, 3))
  return {
    id: `cluster_${token(16, seed).toLowerCase()}`,
    name: offer.charAt(0).toUpperCase() + offer.slice(1),
    createdAt: instantOfDay(FIRST_CREATED_DAY + (hash(seed, 4) % 365), 9),
    keywordCount: members.length,
    promptCount,
    trackedPromptCount: hash(seed, 5) % (promptCount + 1),
    trackedKeywordCount: members.filter(({ isTracked }) => isTracked).length,
    aiVisibility: rounded(100 * unit(seed, 6) ** 2),
    searchVisibility: searchVisibility(members),
    topicalAuthorityScore: rounded(20 + 75 * unit(seed, 7)),
    coveragePct: coverage.total === 0 ? 0 : rounded((100 * coverage.published) / coverage.total),
    changePct,
    coverage,
    trend: changePct > RISING_FROM_PCT ? 'rising' : changePct < -RISING_FROM_PCT ? 'falling' : 'stable',
    leaders: seedLeaders(brand, seed),
  }
}

/** Four states of the articles of a cluster; they add up to `total`. */
const seedCoverage = (seed: number, total: number): Cluster['coverage'] => {
  const published = Math.floor(total * 0.7 * unit(seed, 11))
  const generated = Math.floor((total - published) * 0.5 * unit(seed, 12))
  const planned = Math.floor((total - published - generated) * 0.6 * unit(seed, 13))
  return { total, published, generated, planned, unused: total - published - generated - planned }
}

/** 100 where every keyword is first, falling with the usual position. */
const searchVisibility = (members: readonly SeededKeyword[]): number =>
  rounded((100 * members.reduce((sum, { lnPosition }) => sum + Math.exp(-0.35 * lnPosition), 0)) / members.length)

/** Rivals of the same line of business, and now and then the brand itself. */
const seedLeaders = (brand: SeededBrand, seed: number): Cluster['leaders'] => {
  const rivals = [21, 22, 23].map((salt) => seedRival(brand, hash(seed, salt)))
  const distinct = rivals.filter(({ name }, index) => rivals.findIndex((rival) => rival.name === name) === index)
  const { name, domain } = brand
  return unit(seed, 24) < 0.3 ? [{ name, domain }, ...distinct.slice(1)] : distinct
}

const rounded = (value: number): number => Math.round(value * 10) / 10
