// A drop's cause in one line, for lists: what a person said, what it likely is, or that none was found and why.

import type { Answer } from '../../../src-shared/desk/causes.ts'
import { answerHead, type CauseKind, type Unchecked } from '../../../src-shared/desk/values/cause-kinds.ts'
import type { Cause } from './cause.ts'
import { causeText, type Names, uncheckedText } from './cause-text.ts'
import type { Count } from './chance.ts'

/** What keeps a cause from being found; without the others of these, one is still found. */
const REASONS: readonly Unchecked[] = ['too-new', 'few-days', 'few-keywords', 'page-unknown']

const asReason = (sentence: string): string =>
  `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')

const reasonOf = (unchecked: readonly Unchecked[]): string => {
  const reason = REASONS.find((one) => unchecked.includes(one))
  return reason === undefined ? '' : asReason(uncheckedText(reason))
}

type Kept = {
  readonly causes: readonly Cause[]
  readonly unchecked: readonly Unchecked[]
  /** Null: nobody said anything. */
  readonly answer: Answer | null
}

export type Line = {
  /** Null: no cause was found, or a person named it in their own words or rejected it. */
  readonly kind: CauseKind | null
  /** The first day of the cause as a number; null without one. */
  readonly causeDay: number | null
  /** Of many brands at once: how many fell, of how many. */
  readonly brands: Count | null
  /** Whether it says a cause. */
  readonly isNamed: boolean
  /** What stands before it: who says it. */
  readonly head: string
  /** The cause, or why none was found; empty: no check shows one. */
  readonly about: string
}

const NO_CAUSE = { kind: null, causeDay: null, brands: null } as const

const foundLine = ({ causes: [first], unchecked }: Kept, names: Names): Line =>
  first === undefined
    ? { ...NO_CAUSE, isNamed: false, head: 'No cause found', about: reasonOf(unchecked) }
    : {
        kind: first.kind,
        causeDay: first.since,
        brands: first.figures.brands ?? null,
        isNamed: true,
        head: 'Likely cause',
        about: causeText(first, names).title,
      }

export const causeLine = (kept: Kept, names: Names): Line => {
  const found = foundLine(kept, names)
  const { answer } = kept
  if (answer === null) return found
  const said = {
    isNamed: answer.isNamed,
    head: answerHead(answer.isNamed, answer.by?.name ?? null),
    about: answer.text,
  }
  const isSame = answer.isNamed && answer.kind === found.kind && found.kind !== null
  return isSame ? { ...found, ...said } : { ...NO_CAUSE, ...said, kind: answer.isNamed ? answer.kind : null }
}

type Said = Pick<Line, 'isNamed' | 'head' | 'about'>

export const lineText = ({ head, about }: Said): string => (about === '' ? head : `${head}: ${about}`)

/** Whether a text of `lineText` or `linesText` says a cause. */
export const saysCause = (text: string): boolean => /^(Likely cause|Named)\b/.test(text)

/** Of several drops what most of them have, a cause before none; null: nothing is known of them. `total`: of how many. */
export const linesText = (lines: readonly Said[], total: number): string | null => {
  const named = lines.filter(({ isNamed }) => isNamed)
  const groups = [...Map.groupBy(named.length > 0 ? named : lines, lineText).values()]
  const most = groups.reduce<readonly Said[]>((found, one) => (one.length > found.length ? one : found), [])
  const [first] = most
  if (first === undefined) return null
  if (most.length >= total) return lineText(first)
  const share = `${first.head} ${first.head === 'Likely cause' ? 'of' : 'for'} ${most.length} of ${total}`
  return lineText({ ...first, head: share })
}
