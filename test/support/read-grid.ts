import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export type GridRow = Readonly<Record<string, string>>
export type Grid = {
  /** The grid's row count, rendered or not. */
  readonly total: number
  /** The painted rows that hold something, in order, by the text of their column's head. */
  readonly rows: readonly GridRow[]
}

/** What a table shows now; null where there is none of that name. */
export const readGrid = (page: Page, label: string): Promise<Grid | null> =>
  page.evaluate((name) => {
    const grid = [...document.querySelectorAll('[role="grid"]')].find((it) => it.getAttribute('aria-label') === name)
    if (grid === undefined) return null
    const textOf = (element: Element) => (element.textContent ?? '').trim()
    const heads = [...grid.querySelectorAll('[role="columnheader"]')].map((head) => textOf(head).replace(/\d$/, ''))
    const rows = [...grid.querySelectorAll('[data-row]')]
      .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((row) =>
        Object.fromEntries([...row.querySelectorAll('[role="gridcell"]')].map((cell, at) => [heads[at], textOf(cell)])),
      )
      .filter((row) => Object.values(row).some((text) => text !== ''))
    return { total: Number(grid.getAttribute('aria-rowcount')) - 1, rows }
  }, label)

/** The name of the brand at the head of the page. */
export const brandInView = async (page: Page): Promise<string> =>
  (await page.getByRole('region', { name: 'Current view' }).locator('[title]').first().getAttribute('title')) ?? ''

type Expected = { readonly total: number; readonly texts: readonly string[] }

/**
 * Waits until the table shows these texts in that column, from its first row on, and has that many rows. Texts of rows
 * that are not rendered are not compared; at least ten rows, or all, must be rendered.
 */
export const expectColumn = async (
  page: Page,
  { label, column }: { readonly label: string; readonly column: string },
  { total, texts }: Expected,
): Promise<void> => {
  const least = Math.min(10, texts.length)
  await expect
    .poll(async () => {
      const grid = await readGrid(page, label)
      const shown = (grid?.rows ?? []).map((row) => row[column]).slice(0, texts.length)
      return { total: grid?.total, shown, isEnough: shown.length >= least }
    })
    .toSatisfy(
      (seen) =>
        seen.total === total &&
        seen.isEnough &&
        JSON.stringify(seen.shown) === JSON.stringify(texts.slice(0, seen.shown.length)),
      `${label}: ${total} rows, ${column}: ${texts.slice(0, 12).join(' | ')}`,
    )
}

/** Narrows a list of prospects to this status, by its menu. */
export const chooseStatus = async (page: Page, status: string, count: number): Promise<void> => {
  await page
    .getByRole('button', { name: /^Status/ })
    .first()
    .click()
  await page.getByRole('menuitemcheckbox', { name: `${status.replaceAll('_', ' ')} · ${count}`, exact: true }).click()
  await page.keyboard.press('Escape')
}
