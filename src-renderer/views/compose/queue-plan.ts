// The rules of the review: what can be queued, whether it can be queued now, and what must be typed first.
import type { CallInput, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { joinParts } from '../../format/join-parts.ts'
import { numberToType } from '../../format/many-brands.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { isWarningCode, type WarningCode } from './finding-labels.ts'

export type Frozen = CallOutput<'outreach.freeze'>
export type FrozenBrand = Frozen['brands'][number]

export const ROTATION = 'rotation'

/** Brands with at least one ready pitch. */
export const readyBrands = ({ brands }: Pick<Frozen, 'brands'>): readonly FrozenBrand[] =>
  brands.filter((brand) => brand.ready > 0)

export const readyCount = (frozen: Pick<Frozen, 'brands'>): number =>
  frozen.brands.reduce((sum, brand) => sum + brand.ready, 0)

export type Counted<Code extends string> = { readonly code: Code; readonly count: number }

/** Warnings of the pitches that are sent; warnings of blocked ones need no consent. */
export const warningsOf = ({ codes, brands }: Frozen): readonly Counted<WarningCode>[] =>
  brands.every(({ warned }) => warned === 0)
    ? []
    : codes.flatMap(({ code, count }) => (isWarningCode(code) && count > 0 ? [{ code, count }] : []))

export type Choices = {
  readonly accepted: ReadonlySet<string>
  /** How many ready people are left out: suppressed since the preview, or queued by a colleague. */
  readonly skipped: number
  readonly typed: string
  /** A mailbox's id, or `rotation`. */
  readonly mailbox: string
  readonly holdSeconds: number
  readonly isNow: boolean
  /** "It cannot be recalled" was read. */
  readonly isNowConfirmed: boolean
}

export const START_CHOICES: Choices = {
  // Shown, and accepted at first: such a pitch harms nobody. A person can leave these people out.
  accepted: new Set<WarningCode>(['site-links']),
  skipped: 0,
  typed: '',
  mailbox: ROTATION,
  holdSeconds: 30,
  isNow: false,
  isNowConfirmed: false,
}

/** Ready pitches with a warning that is not accepted: they stay in the draft. */
export const unacceptedCount = ({ warned }: Pick<Frozen, 'warned'>, { accepted }: Pick<Choices, 'accepted'>): number =>
  warned.reduce((sum, { codes, count }) => sum + (codes.every((code) => accepted.has(code)) ? 0 : count), 0)

/** How many pitches are queued by these choices. */
export const queueCount = (frozen: Frozen, choices: Choices): number =>
  Math.max(0, readyCount(frozen) - unacceptedCount(frozen, choices) - choices.skipped)

export const blockedCount = ({ brands }: Pick<Frozen, 'brands'>): number =>
  brands.reduce((sum, brand) => sum + brand.blocked, 0)

/** Brands of the pitches that are queued by these choices. */
export const queuedBrands = (frozen: Frozen, { accepted }: Pick<Choices, 'accepted'>): readonly FrozenBrand[] =>
  readyBrands(frozen).filter(({ brandId, ready }) => {
    const own = frozen.warned.filter((each) => each.brandId === brandId)
    return ready > unacceptedCount({ warned: own }, { accepted })
  })

/** What is still missing before the pitches can be queued, in sentences; empty: nothing. */
export const missing = (frozen: Frozen, choices: Choices): readonly string[] => {
  const word = numberToType(queuedBrands(frozen, choices).length)
  const isAnyWarned = unacceptedCount(frozen, choices) > 0
  return [
    ...(queueCount(frozen, choices) > 0
      ? []
      : [isAnyWarned ? 'No pitch is ready: accept a warning or edit the message.' : 'No recipients are left.']),
    ...(word === null || choices.typed.trim() === word ? [] : ['Type the number of brands.']),
    ...(choices.isNow && !choices.isNowConfirmed ? ['Confirm that you want to send it now.'] : []),
  ]
}

/** `1 blocked, 3 with warnings. These 4 stay in the draft.`; empty: nothing stays, and people left out are dropped with it. */
export const stayingLabel = (frozen: Frozen, choices: Choices): string => {
  const blocked = blockedCount(frozen)
  const warned = unacceptedCount(frozen, choices)
  if (blocked + warned === 0) return ''
  const sum = blocked + warned + choices.skipped
  const parts = [
    blocked > 0 ? `${formatWhole(blocked)} blocked` : '',
    warned > 0 ? plural(warned, 'with a warning', 'with warnings') : '',
    choices.skipped > 0 ? `${formatWhole(choices.skipped)} left out` : '',
  ]
  return `${joinParts(parts, ', ')}. ${sum === 1 ? 'It stays' : `These ${formatWhole(sum)} stay`} in the draft.`
}

const CHANGE_CODES = ['suppressed', 'queued-meanwhile', 'open-pitch'] as const
export type RecipientChange = { readonly code: (typeof CHANGE_CODES)[number]; readonly count: number }

/** What changed for the recipients since the preview, when the desk refused to queue it. */
export const changesOf = ({ kind, detail }: DeskErrorValue): readonly RecipientChange[] =>
  kind !== 'conflict'
    ? []
    : CHANGE_CODES.flatMap((code) => {
        const count = detail?.issues?.find((issue) => issue.code === code)?.count
        return count === undefined ? [] : [{ code, count }]
      })

/** Whether consent leaves these people out; else they are written to anyway. */
export const leavesOut = ({ code }: RecipientChange): boolean => code !== 'queued-meanwhile'

/** The choices after consent. */
export const acceptChanges = (choices: Choices, changes: readonly RecipientChange[]): Partial<Choices> => ({
  accepted: new Set([...choices.accepted, ...changes.map(({ code }) => code)]),
  skipped: changes.filter(leavesOut).reduce((sum, { count }) => sum + count, choices.skipped),
})

/** The input of the call. A mailbox is only for one brand, and "now" only for one recipient. */
export const queueInput = (
  frozen: Frozen,
  choices: Choices,
  draftId: string | null = null,
): CallInput<'outreach.queue'> => {
  const brands = queuedBrands(frozen, choices)
  const isOne = brands.length === 1
  return {
    previewId: frozen.previewId,
    ...(draftId === null ? {} : { draftId }),
    accept: [
      ...warningsOf(frozen).flatMap(({ code }) => (choices.accepted.has(code) ? [code] : [])),
      ...CHANGE_CODES.filter((code) => choices.accepted.has(code)),
    ],
    leavesUnaccepted: true,
    holdSeconds: choices.holdSeconds,
    sendNow: choices.isNow && queueCount(frozen, choices) === 1,
    ...(isOne && choices.mailbox !== ROTATION ? { sendingAccountId: choices.mailbox } : {}),
  }
}
