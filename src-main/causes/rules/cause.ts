import type { CauseKind, Confidence } from '../../../src-shared/desk/values/cause-kinds.ts'
import type { Count } from './chance.ts'
import type { Situation } from './situation.ts'

type Event = { readonly daysBefore: number; readonly text: string }

/** The evidence. Changes are shares: -0.25 is a quarter less. */
export type Figures = {
  /** What fell together with the drop, and the controls: what fell of the others in the same days. */
  readonly together?: Count
  readonly controls?: Count
  readonly brands?: Count
  readonly impressions?: number
  readonly ctr?: number
  /** Places: above 0 is worse. */
  readonly position?: number
  /** Of the device, country or search type, and of the others. */
  readonly slice?: { readonly of: string; readonly name: string; readonly change: number; readonly others: number }
  readonly topic?: string
  /** Numbers of addresses. */
  readonly page?: number
  readonly pageAfter?: number
  /** What happened on the page, as another room says it. */
  readonly event?: Event
  /** What was done to the whole brand, the newest first. */
  readonly done?: readonly Event[]
}

export type Cause = {
  readonly kind: CauseKind
  readonly confidence: Confidence
  /** As a number of days since 1970. */
  readonly since: number
  readonly figures: Figures
}

/** Null: the data does not show this cause. */
export type CauseRule = (situation: Situation) => Cause | null
