// Composing by hand, and the sandbox's own record of what was queued and sent.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { WebDesk } from './web-desk.ts'

export type SeenPitch = {
  readonly teamId: string
  readonly conversationId: string
  readonly contactId: string
  readonly subject: string
  readonly body: string | null
  readonly sentAt: string | null
}

/** Outreach of a sandbox, by its control endpoints. */
export const outreachControl = (controlUrl: string) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`${controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  return {
    pitches: async (brand: Brand): Promise<SeenPitch[]> => {
      const reply = await ask(`outreach/pitches?teamId=${encodeURIComponent(brand.teamId ?? '')}`)
      return (reply as { pitches: SeenPitch[] }).pitches // what it answers with
    },
    advance: (advanceMs: number) => ask('clock', { method: 'POST', body: JSON.stringify({ advanceMs }) }),
  }
}

export const main = (page: Page) => page.getByRole('main')

/** People of the brand whom nobody has pitched yet, with or without an address. */
export const peopleWithoutPitch = async ({ desk, sandbox }: WebDesk, brand: Brand, hasEmail: boolean) => {
  const { rows } = await desk.value('contacts.page', { brandIds: [brand.id], limit: 500 })
  const pitches = await outreachControl(sandbox.controlUrl).pitches(brand)
  const known = new Set(pitches.map((pitch) => pitch.contactId))
  return rows.filter((row) => !known.has(row.id) && (row.email !== null) === hasEmail)
}

export const firstWithoutPitch = async (web: WebDesk, brand: Brand) => {
  const [person] = await peopleWithoutPitch(web, brand, true)
  if (person?.email == null) throw new Error(`${brand.name} has no new contact with an address`)
  return { ...person, email: person.email }
}

/** Accepts each warning of a review. */
export const acceptAll = async (page: Page): Promise<void> => {
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
}

/** Opens a view and waits for its heading. */
export const goTo = async (page: Page, place: string, title: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/#/${place}`)
  await main(page).getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Selects the first matching contacts by keys, and opens Compose with them. */
export const writeToContacts = async (page: Page, brand: Brand, { count = 1, search = '' } = {}): Promise<void> => {
  await goTo(page, `contacts/${brand.id}`, 'Contacts')
  const grid = page.getByRole('grid', { name: `Contacts of ${brand.name}` })
  await grid.locator('[data-row="0"]').waitFor()
  // The search of the test before is still there.
  await main(page).getByRole('searchbox').fill(search)
  if (search === '')
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(count)
  else await expect.poll(() => grid.locator('[data-row="0"]').innerText()).toContain(search)
  await grid.focus()
  await page.keyboard.press('Home')
  for (let row = 0; row < count; row += 1) {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
  }
  const people = count === 1 ? '1 person' : `${count} people`
  await main(page)
    .getByRole('button', { name: `Write to ${people}` })
    .waitFor()
  await page.keyboard.press('w')
  await main(page).getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
}

export const writeLabel = async (page: Page, words: { subject: string; body: string }): Promise<void> => {
  await main(page).getByLabel('Subject', { exact: true }).fill(words.subject)
  await main(page).getByLabel('Text', { exact: true }).fill(words.body)
}

export const preview = (page: Page) => main(page).getByRole('region', { name: 'Preview', exact: true })
export const paper = (page: Page) => preview(page).getByRole('article')

/** Waits for the preview of the current fields. */
export const settled = async (page: Page): Promise<void> => {
  await preview(page).getByText('checking', { exact: false }).waitFor({ state: 'detached' })
  await main(page)
    .getByText(/^Saved/)
    .waitFor()
}

export const review = async (page: Page): Promise<void> => {
  await main(page).getByRole('button', { name: 'Review', exact: true }).click()
  await main(page).getByRole('region', { name: 'Counts by brand' }).waitFor()
}

/** Ends the hold of what was just queued. */
export const endHold = (page: Page): Promise<void> =>
  main(page).getByRole('region', { name: 'Hold' }).first().getByRole('button', { name: 'Send now' }).click()
