import type { Clock } from '../base/clock.ts'
import type { BrandBook } from './brand-book.ts'

/** Weeks enough for Impact. With more days than this, the first sync would wait a minute for the limit of its service. */
export const DEMO_HISTORY_DAYS = 56

/** Adds the demo's brands that are missing. Their keys stay with the sandbox. */
export const ensureDemoBrands = async (
  { book, clock }: { book: BrandBook; clock: Clock },
  demoBrands: readonly { readonly teamId: string; readonly name: string }[],
): Promise<void> => {
  const known = new Set(book.list().flatMap(({ demo, teamId }) => (demo && teamId !== null ? [teamId] : [])))
  for (const { teamId, name } of demoBrands.filter((brand) => !known.has(brand.teamId))) {
    const row = { name, teamId, tags: ['demo'], keyState: 'ok', keyIn: 'demo', demo: true } as const
    await book.insert({ ...row, tags: [...row.tags], createdAtMs: clock.now() })
  }
}
