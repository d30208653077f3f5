import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'

export type CsvIssue = {
  /** From 1, the header not counted; null: it is about the whole file. */
  readonly row: number | null
  readonly field: string
  readonly message: string
}

/** What is wrong with a CSV, cell by cell, out of the desk's `rows.3.email`-like paths. */
export const csvIssues = (error: DeskErrorValue): readonly CsvIssue[] =>
  (error.detail?.issues ?? []).map(({ path, message }) => {
    const [, row, field] = /(?:^|\.)(\d+)(?:\.(.+))?$/.exec(path) ?? []
    return row === undefined
      ? { row: null, field: path === 'csv' ? '' : path, message }
      : { row: Number(row), field: field ?? '', message }
  })
