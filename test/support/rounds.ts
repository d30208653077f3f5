/**
 * How often a long test repeats: in full by default, fewer times where `npm run test:all` runs without `--long`, which sets
 * AGENCY_DESK_TEST_ROUNDS=few. Few rounds find what a change broke; all of them are for a release.
 */
export const roundsOf = (full: number, few: number): number =>
  process.env.AGENCY_DESK_TEST_ROUNDS === 'few' ? few : full
