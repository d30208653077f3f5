// Why something fell, for people: a drop a paragraph, the most lost clicks first.

import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { absentText } from '../../../src-shared/desk/values/absent-move.ts'
import {
  ANSWER_MAX,
  answerHead,
  CAUSE_KINDS,
  CAUSE_LABELS,
  type CauseKind,
} from '../../../src-shared/desk/values/cause-kinds.ts'
import { causeRecordText } from '../../../src-shared/desk/values/track-record.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, type Options, parse } from './arguments.ts'
import { type Command, type CommandDesk, findBrandId, UsageError, writeJson } from './command.ts'

const SHOWN = 20

const placeOf = (position: number | null): string => (position === null ? 'not ranking' : position.toFixed(1))

const subjectOf = ({ of, keyword, page }: CauseRow): string =>
  of === 'keyword' ? `“${keyword ?? ''}”` : of === 'page' ? (page ?? 'a page') : 'the whole brand'

const moveOf = (row: CauseRow): string => {
  const { kind, of, positionBefore, positionNow, absentOn, clicksBefore, clicksNow } = row
  const clicks = `${clicksBefore.toFixed(1)} → ${clicksNow.toFixed(1)} clicks a day`
  if (absentOn !== null) return `${absentText(absentOn, positionBefore)}, ${clicks}`
  return of === 'keyword' && kind !== 'clicks'
    ? `${placeOf(positionBefore)} → ${placeOf(positionNow)}, ${clicks}`
    : clicks
}

/** What is known of one drop beside its row. */
type Told = Omit<CallOutput<'causes.forKeyword'>, 'row' | 'evidence'>

const recordOf = ({ record, first }: Told): string[] => {
  const named = first === null ? null : `First named on ${first.at.slice(0, 10)}, from data up to ${first.dataDay}`
  const isSame = first?.kind === record?.kind
  return [
    ...(record === null ? [] : [causeRecordText(record)]),
    ...(named === null ? [] : [isSame || first === null ? `${named}.` : `${named}: ${CAUSE_LABELS[first.kind]}.`]),
  ]
}

const linesOf = (row: CauseRow, told?: Told): string[] => {
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
    ...(told === undefined ? [] : recordOf(told).map((sentence) => `    ${sentence}`)),
    ...others.map(({ title, confidence }) => `  Also possible: ${title} (${confidence}).`),
    ...unchecked,
    '',
  ]
}

/** What a person says of a drop, as typed. */
type SaidAnswer = { readonly cause: string } | 'not-this' | 'remove'

/** A cause of the list, by its name or as it is shown; null: own words. */
const kindOf = (cause: string): CauseKind | null =>
  CAUSE_KINDS.find((kind) => kind === cause || CAUSE_LABELS[kind].toLowerCase() === cause.toLowerCase()) ?? null

/** Of a keyword, of a page, or without both of the brand. */
type Fallen = { readonly brandId: string; readonly keyword: string | undefined; readonly page: string | undefined }

const readDrop = (desk: CommandDesk, { brandId, keyword, page }: Fallen) =>
  callDesk(desk, 'causes.forKeyword', {
    brandId,
    ...(keyword !== undefined && { keyword }),
    ...(page !== undefined && { page }),
  })

const saveAnswer = async (desk: CommandDesk, row: CauseRow, said: SaidAnswer): Promise<void> => {
  const drop = { brandId: row.brandId, keyword: row.keyword, page: row.page, since: row.since }
  if (said === 'remove') {
    await callDesk(desk, 'causes.removeAnswer', drop)
    return
  }
  if (said === 'not-this') {
    const [first] = row.causes
    if (first === undefined)
      throw new DeskError('conflict', 'No cause was found, so there is none to reject. Name one: --cause "…"')
    await callDesk(desk, 'causes.saveAnswer', { ...drop, isNamed: false, kind: first.kind })
    return
  }
  const kind = kindOf(said.cause)
  await callDesk(desk, 'causes.saveAnswer', {
    ...drop,
    isNamed: true,
    ...(kind === null ? { text: said.cause } : { kind }),
  })
}

type OfDrop = Fallen & {
  /** Null: only asks. */
  readonly said: SaidAnswer | null
  readonly isJson: boolean
}

/** A keyword that the brand does not have did not stay where it was: its name may be misspelt. */
const noDrop = async (desk: CommandDesk, { brandId, keyword, page }: Fallen) => {
  if (keyword === undefined) return `No drop of ${page ?? 'the whole brand'} is known.`
  const brandIds = [brandId]
  const { rows: own } = await callDesk(desk, 'rankings.page', { brandIds, filter: { keyword } })
  if (own.some((row) => row.keyword === keyword)) return `“${keyword}” did not drop.`
  const { rows } = await callDesk(desk, 'rankings.page', { brandIds, search: keyword, limit: 1 })
  const [near] = rows
  return `“${keyword}” does not rank now, and no drop of it is known.${near === undefined ? '' : ` Did you mean “${near.keyword}”?`}`
}

const dropCommand =
  ({ said, isJson, ...of }: OfDrop): Command =>
  async (desk, { stdout }) => {
    const before = await readDrop(desk, of)
    if (before.row === null && said !== null) throw new DeskError('not-found', await noDrop(desk, of))
    if (before.row !== null && said !== null) await saveAnswer(desk, before.row, said)
    const { row, record, first } = said === null ? before : await readDrop(desk, of)
    const text = row === null ? `${await noDrop(desk, of)}\n` : linesOf(row, { record, first }).join('\n')
    await (isJson ? writeJson(stdout, { row, record, first }) : stdout.write(text))
    return 0
  }

const OPTIONS = {
  cause: { type: 'string' },
  page: { type: 'string' },
  'not-this': { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

export const whyCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 2)
  const [brand, keyword] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk why <brand> [keyword].')
  const cause = values.cause?.trim()
  if (cause !== undefined && (cause === '' || cause.length > ANSWER_MAX))
    throw new UsageError(`--cause takes a cause in 1 to ${ANSWER_MAX} characters.`)
  const given: (SaidAnswer | false)[] = [
    cause !== undefined && { cause },
    values['not-this'] && 'not-this',
    values.remove && 'remove',
  ]
  const [said = null, other] = given.filter((one) => one !== false)
  if (other !== undefined) throw new UsageError('Give one of --cause, --not-this and --remove.')
  const { page } = values
  if (page !== undefined && keyword !== undefined) throw new UsageError('Give a keyword or --page, not both.')
  const isJson = values.json
  return async (desk, terminal) => {
    const { brands } = await callDesk(desk, 'brands.list', {})
    const brandId = findBrandId(brands, brand)
    if (keyword !== undefined || page !== undefined || said !== null)
      return dropCommand({ brandId, keyword, page, said, isJson })(desk, terminal)
    const list = await callDesk(desk, 'causes.list', { brandIds: [brandId], limit: SHOWN })
    const more = list.total > SHOWN ? [`${list.total - SHOWN} more. --json shows the first ${SHOWN} as data.`, ''] : []
    const text =
      list.rows.length === 0 ? 'Nothing dropped.\n' : [...list.rows.flatMap((row) => linesOf(row)), ...more].join('\n')
    await (isJson ? writeJson(terminal.stdout, list) : terminal.stdout.write(text))
    return 0
  }
}
