import { hash, pick, shuffledIndex, token } from './hash.ts'
import { INDUSTRIES, NAME_WORDS } from './industries.ts'

const TEAM_ID_LENGTH = 20
const KEY_LENGTH = 48

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** The teamId and key made from `seed`. */
export const credentialsOf = (seed: number): { teamId: string; key: string } => ({
  teamId: `team_${token(TEAM_ID_LENGTH, hash(seed, 11)).toLowerCase()}`,
  key: `sk_${token(KEY_LENGTH, hash(seed, 12))}`,
})

/**
 * Brand number `index` of a seed; it does not depend on how many brands are served. All its values are mixed from its
 * own `seed`.
 */
export const seedBrand = (worldSeed: number, index: number) => {
  const seed = hash(worldSeed, index, 0xb4a2d)
  const pairs = INDUSTRIES.length * NAME_WORDS.length
  const industryPlace = shuffledIndex(index % INDUSTRIES.length, INDUSTRIES.length, hash(worldSeed, 21))
  const industry = INDUSTRIES[industryPlace] ?? INDUSTRIES[0]
  const word = NAME_WORDS[shuffledIndex(index % NAME_WORDS.length, NAME_WORDS.length, hash(worldSeed, 22))]
  const round = Math.floor(index / pairs)
  const name = `${word} ${pick(industry.nameEndings, hash(seed, 23))}${round === 0 ? '' : ` ${round + 1}`}`
  return { ...credentialsOf(seed), name, domain: domainOf(name, seed), seed, industry }
}
export type SeededBrand = ReturnType<typeof seedBrand>

/** Another business of the same kind. */
export const seedRival = (brand: SeededBrand, seed: number): { name: string; domain: string } => {
  const words = NAME_WORDS.filter((word) => !brand.name.startsWith(word))
  const name = `${words[hash(seed, 25) % words.length]} ${pick(brand.industry.nameEndings, hash(seed, 26))}`
  return { name, domain: domainOf(name, seed) }
}

const domainOf = (name: string, seed: number): string =>
  `${slugOf(name).replace(/-/g, '')}${pick(['.com', '.com', '.com', '.co', '.io', '.net'], hash(seed, 24))}`
