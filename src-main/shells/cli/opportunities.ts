// What a better position would bring a brand, for people: one line a keyword, the most extra clicks first.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, type Options, parse } from './arguments.ts'
import { type Command, findBrandId, print, UsageError } from './command.ts'

const SHOWN = 20

const NEEDS: Readonly<Record<OpportunityRow['needs'], string>> = {
  page: 'improve the page',
  competing: 'resolve competing pages',
  new: 'write a page',
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const place = (position: number | null): string => (position === null ? 'not ranking' : position.toFixed(1))

const lineOf = (row: OpportunityRow): string => {
  const { subject, position, reachable, keywords, clicks, expected, low, high, gain, needs, kind } = row
  const about =
    kind === 'page'
      ? `${keywords} ${keywords === 1 ? 'keyword' : 'keywords'}`
      : `${place(position)} → ${place(reachable)}`
  const clicked = `${whole(clicks)} → ${whole(expected)} clicks (${whole(low)} to ${whole(high)})`
  return `  +${whole(gain).padEnd(7)} ${subject}\n           ${about} · ${clicked} · ${NEEDS[needs]}`
}

const textOf = (page: CallOutput<'opportunities.page'>, clickShare: number | null): string => {
  const share = clickShare === null ? [] : [`Click share: ${(100 * clickShare).toFixed(1)}%`]
  const head =
    page.total === 0
      ? 'No opportunities: no keyword of this brand climbed from such positions to a better one, or there is too little data.'
      : `Extra clicks in 28 days, ${Math.min(SHOWN, page.total)} of ${page.total}`
  return [...share, head, ...page.rows.map(lineOf)].join('\n')
}

const OPTIONS = {
  pages: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

/** The first of the list of the Opportunities view. */
export const opportunitiesCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 1)
  const [brand] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk opportunities acme')
  return async (desk, terminal) => {
    const { brands } = await callDesk(desk, 'brands.list', {})
    const brandId = findBrandId(brands, brand)
    const filter = { kind: values.pages ? ('page' as const) : ('keyword' as const) }
    const page = await callDesk(desk, 'opportunities.page', { brandIds: [brandId], filter, limit: SHOWN })
    const { clickShare } = await callDesk(desk, 'opportunities.brand', { brandId })
    await print(terminal, values.json, { ...page, clickShare }, textOf(page, clickShare))
    return 0
  }
}
