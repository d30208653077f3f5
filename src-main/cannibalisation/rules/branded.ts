import { registrableDomain } from '../../base/registrable-domain.ts'
import { caseFold } from '../../base/text.ts'

/** Shorter names are ordinary words too often. */
const LETTERS_MIN = 4

const lettersOf = (text: string): string => caseFold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Tells searches for the brand itself: the keyword holds its name, or the name of its domain; spaces aside. */
export const brandedTest = (name: string, page: string | undefined): ((keyword: string) => boolean) => {
  const domain = page === undefined ? null : registrableDomain(page)
  const names = [name, domain?.split('.')[0] ?? ''].map(lettersOf).filter((one) => one.length >= LETTERS_MIN)
  return (keyword) => {
    const letters = lettersOf(keyword)
    return names.some((one) => letters.includes(one))
  }
}
