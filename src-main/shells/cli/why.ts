// Why something fell, for people: a drop a paragraph, the most lost clicks first.
import { answerHead } from '../../../src-shared/desk/cause-kinds.ts'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import { callDesk } from '../../desk.ts'
import { type Command, findBrandId, writeJson } from './command.ts'

const SHOWN = 20

const placeOf = (position: number | null): string => (position === null ? 'not ranking' : position.toFixed(1))

const subjectOf = ({ of, keyword, page }: CauseRow): string =>
  of === 'keyword' ? `“${keyword ?? ''}”` : of === 'page' ? (page ?? 'a page') : 'the whole brand'

const moveOf = ({ kind, of, positionBefore, positionNow, clicksBefore, clicksNow }: CauseRow): string => {
  const clicks = `${clicksBefore.toFixed(1)} → ${clicksNow.toFixed(1)} clicks a day`
  return of === 'keyword' && kind !== 'clicks'
    ? `${placeOf(positionBefore)} → ${placeOf(positionNow)}, ${clicks}`
    : clicks
}

const linesOf = (row: CauseRow): string[] => {
  const [first, ...others] = row.causes
  const unchecked = row.uncheckedTexts.map((text) => `    Not checked: ${text}`)
  const head = `${subjectOf(row)}: ${moveOf(row)}, since ${row.since}`
  const { answer } = row
  const said = answer === null ? [] : [`  ${answerHead(answer.isNamed, answer.by?.name ?? null)}: ${answer.text}`]
  if (first === undefined) return [head, ...said, '  No cause found.', ...unchecked, '']
  return [
    head,
    ...said,
    `  ${first.title} (${first.confidence}), since ${first.since}.`,
    ...first.evidence.map((sentence) => `    ${sentence}`),
    `    Next: ${first.next}`,
    ...others.map(({ title, confidence }) => `  Also possible: ${title} (${confidence}).`),
    ...unchecked,
    '',
  ]
}

type WhyOptions = { readonly brand: string; readonly keyword: string | undefined; readonly isJson: boolean }

export const whyCommand =
  ({ brand, keyword, isJson }: WhyOptions): Command =>
  async (desk, { stdout }) => {
    const { brands } = await callDesk(desk, 'brands.list', {})
    const brandId = findBrandId(brands, brand)
    if (keyword !== undefined) {
      const { row } = await callDesk(desk, 'causes.forKeyword', { brandId, keyword })
      const text = row === null ? `“${keyword}” did not drop.\n` : linesOf(row).join('\n')
      await (isJson ? writeJson(stdout, { row }) : stdout.write(text))
      return 0
    }
    const list = await callDesk(desk, 'causes.list', { brandIds: [brandId], limit: SHOWN })
    const more = list.total > SHOWN ? [`${list.total - SHOWN} more. --json shows the first ${SHOWN} as data.`, ''] : []
    const text = list.rows.length === 0 ? 'Nothing dropped.\n' : [...list.rows.flatMap(linesOf), ...more].join('\n')
    await (isJson ? writeJson(stdout, list) : stdout.write(text))
    return 0
  }
