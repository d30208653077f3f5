// What a person does in the window, counted: a click, a key (with its modifiers), a drag. A text that is typed or pasted
// into one field counts once.
import type { Locator, Page } from 'playwright-core'

export const countActs = (page: Page) => {
  let count = 0
  return {
    count: () => count,
    click: async (target: Locator, modifier?: 'Shift'): Promise<void> => {
      count += 1
      await target.click(modifier === undefined ? {} : { modifiers: [modifier] })
    },
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        count += 1
        await page.keyboard.press(key)
      }
    },
    /** Into a field, or where the focus is. */
    type: async (text: string, field?: Locator): Promise<void> => {
      count += 1
      if (field === undefined) await page.keyboard.type(text)
      else await field.fill(text)
    },
    drag: async (from: Locator, to: Locator): Promise<void> => {
      count += 1
      await from.dragTo(to)
    },
    chooseFile: async (field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
      count += 1
      await field.setInputFiles(file)
    },
  }
}
export type Acts = ReturnType<typeof countActs>
