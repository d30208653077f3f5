type Row = {
  readonly ok: boolean
  readonly measured: {
    readonly what: string
    readonly unit: string
    readonly at1M: number
    readonly at10M: number
    readonly at73M: number
  }
}
type Summary = {
  readonly takenAt: string
  readonly machine: { readonly cores: number; readonly node: string }
  readonly rows: readonly Row[]
}
export const yearTable: (summary: Summary) => string
export const withYear: (page: string, summary: Summary) => string
