// What needs attention, for people: one line an item, under its urgency.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { TODAY_URGENCIES, type TodayUrgency } from '../../../src-shared/desk/values/today-kinds.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, type Options, parse } from './arguments.ts'
import { type Command, findBrandId, plural, print } from './command.ts'

const HEADINGS: Readonly<Record<TodayUrgency, string>> = { urgent: 'Urgent', today: 'Today', week: 'This week' }

type Names = ReadonlyMap<string, string>

const lineOf = ({ title, detail, cause = '', brandId, since, section }: TodayItem, names: Names): string => {
  const brand = brandId === null ? 'several brands' : (names.get(brandId) ?? brandId)
  const about = [brand, detail, cause, since === null ? '' : `since ${since.slice(0, 16).replace('T', ' ')}`]
  return `  ${section.padEnd(11)} ${title}\n${' '.repeat(14)}${about.filter((part) => part !== '').join(' · ')}`
}

const textOf = ({ items, hidden, checked }: CallOutput<'today.list'>, names: Names): string => {
  const groups = TODAY_URGENCIES.flatMap((urgency) => {
    const own = items.filter((item) => item.urgency === urgency)
    return own.length === 0
      ? []
      : [`${HEADINGS[urgency]} (${own.length})`, ...own.map((item) => lineOf(item, names)), '']
  })
  const age = [
    ...(checked.stale > 0 ? [`${checked.stale} with old rankings`] : []),
    ...(checked.never > 0 ? [`${checked.never} never synced`] : []),
    ...(hidden.length > 0 ? [`${plural(hidden.length, 'item')} snoozed or dismissed`] : []),
  ]
  const foot = [
    `${plural(checked.brands, 'brand')} checked at ${checked.at.slice(0, 16).replace('T', ' ')} UTC`,
    ...age,
  ]
  return [...(items.length === 0 ? ['Nothing needs attention.', ''] : groups), `${foot.join(', ')}.`].join('\n')
}

const OPTIONS = {
  brand: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

/** The list of the Today view, over all brands or one. */
export const todayCommand = (args: string[]): Command => {
  const { brand, json } = parse(args, OPTIONS, 0).values
  return async (desk, terminal) => {
    const { brands } = await callDesk(desk, 'brands.list', {})
    const brandIds = brand === undefined ? ('all' as const) : [findBrandId(brands, brand)]
    const list = await callDesk(desk, 'today.list', { brandIds })
    const names = new Map(brands.map(({ id, name }) => [id, name]))
    await print(terminal, json, list, textOf(list, names))
    return 0
  }
}
