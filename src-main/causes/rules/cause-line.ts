// A drop's cause in one line, for lists: what it likely is, or that none was found and why.
import type { CauseKind, Unchecked } from '../../../src-shared/desk/cause-kinds.ts'
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

type Kept = { readonly causes: readonly Cause[]; readonly unchecked: readonly Unchecked[] }

export type Line = {
  /** Null: no cause was found. */
  readonly kind: CauseKind | null
  /** The first day of the cause as a number; null without one. */
  readonly causeDay: number | null
  /** Of many brands at once: how many fell, of how many. */
  readonly brands: Count | null
  /** The cause, or why none was found; empty: no check shows one. */
  readonly about: string
}

export const causeLine = ({ causes: [first], unchecked }: Kept, names: Names): Line =>
  first === undefined
    ? { kind: null, causeDay: null, brands: null, about: reasonOf(unchecked) }
    : {
        kind: first.kind,
        causeDay: first.since,
        brands: first.figures.brands ?? null,
        about: causeText(first, names).title,
      }

type Said = Pick<Line, 'kind' | 'about'>

export const lineText = ({ kind, about }: Said): string =>
  kind !== null ? `Likely cause: ${about}` : about === '' ? 'No cause found' : `No cause found: ${about}`

/** Of several drops what most of them have, a cause before none; null: nothing is known of them. `total`: of how many. */
export const linesText = (lines: readonly Said[], total: number): string | null => {
  const groups = [...Map.groupBy(lines, lineText).values()].toSorted(
    ([one], [other]) => Number(one?.kind === null) - Number(other?.kind === null),
  )
  const isNamed = groups[0]?.[0]?.kind !== null
  const alike = groups.filter(([one]) => (one?.kind !== null) === isNamed)
  const most = alike.reduce<readonly Said[]>((found, one) => (one.length > found.length ? one : found), [])
  const [first] = most
  if (first === undefined) return null
  if (most.length >= total) return lineText(first)
  const share = `${most.length} of ${total}`
  return isNamed ? `Likely cause of ${share}: ${first.about}` : `No cause found for ${share}: ${first.about}`
}
