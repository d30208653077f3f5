type Measured = Readonly<Record<string, number | string>>
type Row = {
  readonly name: string
  readonly against: string
  readonly ratio: number
  readonly goal: string
  readonly measured: Measured
}
type Machine = { readonly cores: number; readonly node: string }
type Summary = { readonly machine: Machine; readonly rows: readonly (Row & { runs: number; takenAt: string })[] }
export const summarise: (
  results: readonly { readonly takenAt: string; readonly machine: Machine; readonly rows: readonly Row[] }[],
  before?: Summary,
) => Summary
export const tableOf: (summary: Summary) => string
export const withTable: (page: string, summary: Summary) => string
