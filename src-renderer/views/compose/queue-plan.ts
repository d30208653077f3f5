// The review's rules, apart from how it looks: what may go, whether it may go now, and what has to be typed first.
import type { CallInput, CallOutput } from '../../../src-shared/desk/contract.ts'
import { isWarningCode, type WarningCode } from './finding-words.ts'

export type Frozen = CallOutput<'outreach.freeze'>
export type FrozenBrand = Frozen['brands'][number]

/** More brands than this: the number has to be typed. */
const MANY_BRANDS = 10
export const ROTATION = 'rotation'

/** Brands of which something can go. */
export const readyBrands = ({ brands }: Pick<Frozen, 'brands'>): readonly FrozenBrand[] =>
  brands.filter((brand) => brand.ready > 0)

export const readyCount = (frozen: Pick<Frozen, 'brands'>): number =>
  frozen.brands.reduce((sum, brand) => sum + brand.ready, 0)

export type Counted<Code extends string> = { readonly code: Code; readonly count: number }

/** Of those that go: where only blocked ones are warned of, nothing is to be accepted. */
export const warningsOf = ({ codes, brands }: Frozen): readonly Counted<WarningCode>[] =>
  brands.every(({ warned }) => warned === 0)
    ? []
    : codes.flatMap(({ code, count }) => (isWarningCode(code) && count > 0 ? [{ code, count }] : []))

/** What has to be typed before it goes out; null: nothing. */
export const numberToType = (brands: readonly FrozenBrand[]): string | null =>
  brands.length > MANY_BRANDS ? String(brands.length) : null

export type Choices = {
  readonly accepted: ReadonlySet<string>
  readonly typed: string
  /** A mailbox's id, or `rotation`. */
  readonly mailbox: string
  readonly holdSeconds: number
  readonly isNow: boolean
  /** "It cannot be recalled" was read. */
  readonly isNowConfirmed: boolean
}

export const START_CHOICES: Choices = {
  accepted: new Set(),
  typed: '',
  mailbox: ROTATION,
  holdSeconds: 30,
  isNow: false,
  isNowConfirmed: false,
}

/** What is still missing before it may be queued, in words; empty: it may. */
export const missing = (frozen: Frozen, choices: Choices): readonly string[] => {
  const brands = readyBrands(frozen)
  const open = warningsOf(frozen).filter(({ code }) => !choices.accepted.has(code)).length
  const word = numberToType(brands)
  return [
    ...(brands.length === 0 ? ['Nobody is left to write to.'] : []),
    ...(open === 0 ? [] : [open === 1 ? 'A warning is to be accepted.' : `${open} warnings are to be accepted.`]),
    ...(word === null || choices.typed.trim() === word ? [] : ['Type the number of brands.']),
    ...(choices.isNow && !choices.isNowConfirmed ? ['Confirm that it is sent now.'] : []),
  ]
}

/** As the desk is asked. Mailbox and "now" are of one brand and one recipient: elsewhere they are left out. */
export const queueInput = (frozen: Frozen, choices: Choices): CallInput<'outreach.queue'> => {
  const brands = readyBrands(frozen)
  const isOne = brands.length === 1
  return {
    previewId: frozen.previewId,
    accept: warningsOf(frozen).map(({ code }) => code),
    holdSeconds: choices.holdSeconds,
    sendNow: choices.isNow && readyCount(frozen) === 1,
    ...(isOne && choices.mailbox !== ROTATION ? { sendingAccountId: choices.mailbox } : {}),
  }
}
