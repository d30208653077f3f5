export type Measured = { readonly clicks: number; readonly impressions: number; readonly position: number | null }

/** A keyword of the review window; `before`: in the 28 days before it. */
export type ClickRow = {
  readonly keyword: number
  readonly isBranded: boolean
  readonly now: Measured
  /** Null: not known. */
  readonly before: Measured | null
}
