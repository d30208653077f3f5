import { bell, hash, hashText } from './hash.ts'

const TESTS_MIN = 42
const TESTS_SPREAD = 9
/** Days over which the tests of a site move up or down together. */
const DRIFT_DAYS = 9

/** The health of a page on a day (whole days since 1970): the same all day, moving a little from one to the next. */
export const seedAudit = (url: string, day: number) => {
  const seed = hashText(url)
  const totalTests = TESTS_MIN + (hash(seed, 1) % TESTS_SPREAD)
  const usual = 0.55 + 0.38 * ((hash(seed, 2) % 1000) / 1000)
  const moved = 0.05 * bell(seed, 3, Math.floor(day / DRIFT_DAYS)) + 0.025 * bell(seed, 4, day)
  const passedTests = Math.max(0, Math.min(totalTests, Math.round(totalTests * (usual + moved))))
  return { overallScore: Math.round((1000 * passedTests) / totalTests) / 10, totalTests, passedTests }
}
