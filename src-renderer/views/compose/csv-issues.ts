import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'

export type CsvIssue = {
  /** From 1, without the header; null: the whole file. */
  readonly row: number | null
  readonly field: string
  readonly message: string
}

/** The errors of a CSV by cell, from paths of the desk such as `rows.3.email`. */
export const csvIssues = (error: DeskErrorValue): readonly CsvIssue[] =>
  (error.detail?.issues ?? []).map(({ path, message }) => {
    const [, row, field] = /(?:^|\.)(\d+)(?:\.(.+))?$/.exec(path) ?? []
    return row === undefined
      ? { row: null, field: path === 'csv' ? '' : path, message }
      : { row: Number(row), field: field ?? '', message }
  })
