type Try = { readonly fullName: string; readonly failureMessages: readonly string[] }
type Counts = {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  readonly secondTries: readonly Try[]
  readonly files: readonly { readonly name: string; readonly ms: number }[]
}
type Report = {
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults?: readonly (Partial<Try> & { readonly fullName: string; readonly status: string })[]
  }[]
}
type Row = { readonly name: string; readonly against: string; readonly ratio: number; readonly goal: string }
export const nothing: () => Counts
type OutsideError = { readonly text: string; readonly while: string | null; readonly frames: readonly string[] }
export const countsOf: (
  report: Report | undefined,
  how: { code: number; folder: string; name?: string; outside?: readonly OutsideError[] },
) => Counts
export const together: (all: readonly Counts[]) => Counts
export const closingLine: (counts: Counts) => string
export const detailsOf: (counts: Counts) => string[]
export const tableOf: (suites: readonly { title: string; counts: Counts; seconds: number }[]) => string
export const dayNumber: (nowMs: number) => number
export const countsOfMutants: (
  mutants: readonly { readonly isKilled: boolean; readonly reason?: string }[] | undefined,
  how: { sample: number; code: number },
) => Counts
export const benchLines: (rows: readonly Row[], before: readonly Row[]) => string[]
