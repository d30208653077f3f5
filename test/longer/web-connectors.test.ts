// Permissions of assistants in a real browser on a real desk and sandbox: staged, reviewed, applied brand by brand;
// what others changed meanwhile is shown, and nothing goes further than what was reviewed.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { goTo, main } from '../support/outreach-page.ts'
import { axeFindings, THEME_RULES, tooWide } from '../support/page-checks.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

type Permission = 'allow' | 'deny'
type Elsewhere = { permissions?: Record<string, Permission>; syncEnabled?: boolean; role?: 'admin' | 'member' }

/** What another admin does, and what the service itself holds. */
const elsewhereOf = (web: WebDesk) => ({
  change: async (brand: Brand, change: Elsewhere): Promise<void> => {
    const body = JSON.stringify({ teamId: brand.teamId, ...change })
    const reply = await fetch(`${web.sandbox.controlUrl}/connectors`, { method: 'POST', body })
    if (!reply.ok) throw new Error(await reply.text())
  },
  held: async (brand: Brand): Promise<Record<string, Permission>> => {
    const reply = await fetch(`${web.sandbox.controlUrl}/connectors`)
    // what the control endpoint answers with
    const { catalogs } = (await reply.json()) as {
      catalogs: { brandId: string; tools: { name: string; effective: Permission }[] }[]
    }
    const tools = catalogs.find((catalog) => catalog.brandId === brand.teamId)?.tools ?? []
    return Object.fromEntries(tools.map(({ name, effective }) => [name, effective]))
  },
})

const ALL_DENIED = { outreach_queue_emails: 'deny', outreach_reply: 'deny', cms_publish: 'deny' } as const

const gridOf = (page: Page) => main(page).getByRole('grid', { name: 'Tools by brand' })
const rowOf = (page: Page, tool: string) =>
  gridOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${tool}\\b`) }) })
const columnOf = async (page: Page, brand: Brand): Promise<string> => {
  const head = gridOf(page).getByRole('columnheader').filter({ hasText: brand.name })
  return (await head.getAttribute('aria-colindex')) ?? ''
}
const cellOf = async (page: Page, tool: string, brand: Brand) =>
  rowOf(page, tool).locator(`[role="gridcell"][aria-colindex="${await columnOf(page, brand)}"]`)

const openMatrix = async (web: WebDesk): Promise<Page> => {
  const page = await web.open()
  await goTo(page, 'permissions/all', 'Permissions')
  await gridOf(page).waitFor()
  return page
}
const bar = (page: Page) => page.getByRole('region', { name: 'Changes not applied yet' })
const review = async (page: Page): Promise<void> => {
  await bar(page).getByRole('button', { name: 'Review' }).click()
  await main(page).getByRole('list', { name: 'What would change' }).waitFor()
}
const became = (page: Page) => main(page).getByRole('list', { name: 'Results' })
const readAnew = (web: WebDesk, brands?: readonly Brand[]) =>
  syncAll(web.desk, { datasets: ['connectors'], ...(brands && { brandIds: brands.map(({ id }) => id) }) })

describe('12 brands', () => {
  let web: WebDesk
  let elsewhere: ReturnType<typeof elsewhereOf>
  beforeAll(async () => {
    web = await startWebDesk({ sandbox: { brands: 12, keywords: 2, days: 2, organizations: 3 }, datasets: ['tracked'] })
    elsewhere = elsewhereOf(web)
    for (const brand of web.brands) await elsewhere.change(brand, { role: 'admin', permissions: ALL_DENIED })
  })
  afterAll(() => web?.close())

  test('before the first sync, the view explains itself and syncs the permissions', async () => {
    const page = await web.open()
    await goTo(page, 'permissions/all', 'Permissions')
    await main(page).getByText('Permissions not synced yet').waitFor()
    await main(page).getByRole('button', { name: 'Sync permissions' }).click()
    await gridOf(page).waitFor()
    await expect.poll(() => gridOf(page).getAttribute('aria-colcount')).toBe('13')
  })

  test('a cell staged by keyboard is reviewed and applied only for its brand', async () => {
    const brand = web.brand(0)
    const page = await openMatrix(web)
    const cell = await cellOf(page, 'Publish', brand)
    await cell.click()
    await expect.poll(() => cell.getAttribute('aria-label')).toBe('denied, default; not applied yet: allowed')
    await page.keyboard.press('Space')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await bar(page).getByText('1 change for').waitFor()
    expect((await elsewhere.held(brand)).cms_publish).toBe('deny')
    await review(page)
    await main(page)
      .getByRole('button', { name: `Apply 1 change for ${brand.name}` })
      .click()
    await became(page).getByText('applied', { exact: true }).waitFor()
    expect((await elsewhere.held(brand)).cms_publish).toBe('allow')
    await main(page).getByRole('button', { name: 'Back to the permissions' }).click()
    await expect
      .poll(async () => (await cellOf(page, 'Publish', brand)).getAttribute('aria-label'))
      .toBe('allowed, set')
    await expect.poll(() => bar(page).count()).toBe(0)
  })

  test('cells staged for one brand stay there: another brand shows none, and all brands name them', async () => {
    const [one, two] = [web.brand(4), web.brand(5)]
    await readAnew(web, [one, two])
    const page = await web.open()
    const goToTools = (scope: string) => goTo(page, `permissions/${scope}?tab=tools`, 'Permissions')
    await goToTools(one.id)
    await main(page)
      .getByRole('radiogroup', { name: /^Publish:/ })
      .getByText('Allow')
      .click()
    await review(page)
    await goToTools(two.id)
    await main(page)
      .getByRole('radiogroup', { name: /^Publish:/ })
      .waitFor()
    expect(await bar(page).count()).toBe(0)
    await main(page)
      .getByRole('radiogroup', { name: /^Publish:/ })
      .getByText('Allow')
      .click()
    await bar(page).getByText('1 change for').waitFor()
    expect(await bar(page).textContent()).not.toContain(one.name)
    await goTo(page, 'permissions/all', 'Permissions')
    await bar(page).getByText('2 changes for 2 brands').waitFor()
    for (const { name } of [one, two]) expect(await bar(page).textContent()).toContain(name)
    await goToTools(one.id)
    await main(page)
      .getByRole('button', { name: `Apply 1 change for ${one.name}` })
      .waitFor()
  })

  test('parent rows count allowed cells, also with staged changes', async () => {
    const page = await openMatrix(web)
    const name = rowOf(page, 'Queue pitches').getByRole('rowheader')
    const label = () => name.getAttribute('aria-label')
    await expect.poll(label).toBe('Queue pitches, sends real e-mail, denied for all 12')
    await (await cellOf(page, 'Queue pitches', web.brand(3))).click()
    await expect.poll(label).toBe('Queue pitches, sends real e-mail, allowed for 1 of 12')
    await name.locator('[data-toggle]').click()
    await expect.poll(label).toBe('Queue pitches, sends real e-mail, allowed for all 12')
    await bar(page).getByText('12 changes for 12 brands').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await bar(page).getByText('12 changes for 12 brands').waitFor()
    await review(page)
    // More than ten brands: their number is typed.
    const apply = main(page).getByRole('button', { name: 'Apply 12 changes for 12 brands' })
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await main(page).getByLabel('Type 12, the number of brands, to continue').fill('11')
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await main(page).getByLabel('Type 12, the number of brands, to continue').fill('12')
    await expect.poll(() => apply.isEnabled()).toBe(true)
  })

  test('one brand fails, one is refused, one changed meanwhile: the others are applied, and a retry sends only the failed one', async () => {
    const [failing, refused, moved, fine] = [web.brand(4), web.brand(5), web.brand(6), web.brand(7)]
    const page = await openMatrix(web)
    for (const brand of [failing, refused, moved, fine]) await (await cellOf(page, 'Unsend pitches', brand)).click()
    const wanted = (await elsewhere.held(fine)).outreach_unqueue_emails === 'allow' ? 'deny' : 'allow'
    await review(page)
    await web.sandbox.fault({
      operation: 'connectors.update',
      teamId: failing.teamId ?? '',
      kind: 'status',
      status: 500,
      times: 9,
      body: JSON.stringify({ error: 'the permission store is busy' }),
    })
    await elsewhere.change(refused, { role: 'member' })
    const now = (await elsewhere.held(moved)).outreach_unqueue_emails === 'allow' ? 'deny' : 'allow'
    await elsewhere.change(moved, { permissions: { outreach_unqueue_emails: now } })
    await main(page)
      .getByRole('button', { name: /^Apply 4 changes for 4 brands/ })
      .click()
    const item = (brand: Brand) => became(page).getByRole('listitem').filter({ hasText: brand.name })
    await item(failing).getByText('failed', { exact: true }).waitFor()
    await item(failing).getByText('the permission store is busy').waitFor()
    await item(refused).getByText('refused', { exact: true }).waitFor()
    await item(refused)
      .getByText(/belongs to a member/)
      .waitFor()
    await item(moved).getByText('changed meanwhile', { exact: true }).waitFor()
    await item(moved).getByText('is now').waitFor()
    await item(fine).getByText('applied', { exact: true }).waitFor()
    expect((await elsewhere.held(fine)).outreach_unqueue_emails).toBe(wanted)

    await web.sandbox.clearFaults()
    await elsewhere.change(refused, { role: 'admin' })
    await main(page).getByRole('button', { name: 'Retry 1 failed brand' }).click()
    await main(page)
      .getByRole('button', { name: `Apply 1 change for ${failing.name}` })
      .click()
    await item(failing).getByText('applied', { exact: true }).waitFor()
    await main(page).getByRole('button', { name: 'Back to the permissions' }).click()
    // The one that moved is as it was wanted by now; the refused one is still staged, for it may be an admin's again.
    await readAnew(web, [refused])
    await bar(page).getByText('1 change for').waitFor()
    await bar(page).getByText(refused.name).waitFor()
  })

  test('a member’s key: its column is read-only with the reason, and a preset for it is refused in the review', async () => {
    const brand = web.brand(8)
    await elsewhere.change(brand, { role: 'member', permissions: { cms_publish: 'allow' } })
    await readAnew(web, [brand])
    const page = await openMatrix(web)
    const cell = await cellOf(page, 'Publish', brand)
    await expect.poll(() => cell.getAttribute('aria-readonly')).toBe('true')
    await cell.click()
    await expect.poll(() => bar(page).count()).toBe(0)
    await page
      .getByRole('complementary')
      .getByText(/belongs to a member/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Close the details' }).click()
    await gridOf(page).focus()
    await page.keyboard.press('x')
    await main(page).getByText('Only the 1 selected brand').waitFor()
    await main(page).getByRole('button', { name: 'Presets' }).click()
    await page.getByRole('menuitem', { name: /^Read only/ }).click()
    await bar(page).getByText('1 read-only brand will be refused').waitFor()
    await review(page)
    await main(page)
      .getByText(/refused\./)
      .waitFor()
    await main(page).getByRole('heading', { name: 'No changes are possible' }).waitFor()
    expect(
      await main(page)
        .getByRole('button', { name: /^Apply/ })
        .count(),
    ).toBe(0)
    await elsewhere.change(brand, { role: 'admin' })
    await readAnew(web, [brand])
  })

  test('a change made elsewhere is marked until it is seen; an older version is restored', async () => {
    const brand = web.brand(9)
    const before = await elsewhere.held(brand)
    await elsewhere.change(brand, { permissions: { outreach_reply: 'allow' } })
    await readAnew(web, [brand])
    const page = await openMatrix(web)
    await expect
      .poll(async () => (await cellOf(page, 'Reply', brand)).getAttribute('aria-label'))
      .toBe('allowed, set; denied when last checked')
    await goTo(page, `permissions/${brand.id}?tab=versions`, 'Permissions')
    await main(page).getByText('1 change elsewhere since you last checked').waitFor()
    const versions = main(page).getByRole('list', { name: 'Versions' })
    await versions.getByText('changed elsewhere').waitFor()
    for (const box of (await versions.getByRole('checkbox').all()).slice(0, 2)) await box.check()
    await main(page).getByRole('region', { name: 'Comparison' }).getByText('1 change', { exact: true }).waitFor()
    await main(page).getByRole('button', { name: 'Mark as seen' }).click()
    await main(page).getByText('since you last checked').waitFor({ state: 'detached' })
    await versions.getByRole('button', { name: 'Revert to this' }).first().click()
    await main(page).getByText('Back to the version of', { exact: false }).waitFor()
    await main(page)
      .getByRole('button', { name: `Apply 1 change for ${brand.name}` })
      .click()
    await became(page).getByText('applied', { exact: true }).waitFor()
    expect(await elsewhere.held(brand)).toEqual(before)
    await main(page).getByRole('button', { name: 'Back to the permissions' }).click()
    await versions.getByText('by this desk').waitFor()
  })

  test('sync on and off changes what the preview shows', async () => {
    const brand = web.brand(0)
    await readAnew(web)
    const page = await web.open()
    await goTo(page, `permissions/${brand.id}`, 'Permissions')
    const before = await Promise.all(web.brands.map((each) => elsewhere.held(each)))
    const cellsThatDiffer = async () => {
      const after = await Promise.all(web.brands.map((each) => elsewhere.held(each)))
      return after.flatMap((held, at) => Object.keys(held).filter((tool) => held[tool] !== before[at]?.[tool])).length
    }
    const dialog = page.getByRole('dialog')
    const switchIt = async (to: 'on' | 'off') => {
      await main(page)
        .getByRole('button', { name: `Preview switching it ${to}` })
        .click()
      const count = dialog.getByRole('heading', { level: 3 })
      await count.waitFor()
      const foreseen = await count.innerText()
      const typed = dialog.getByLabel(/^Type \d+/)
      if ((await typed.count()) > 0)
        await typed.fill(/Type (\d+)/.exec(await dialog.getByText(/^Type \d+/).innerText())?.[1] ?? '')
      await dialog.getByRole('button', { name: `Switch sync ${to} for the organisation of ${brand.name}` }).click()
      await dialog.getByText(`Sync is ${to}.`).waitFor()
      return foreseen
    }
    // Of other organisations nothing is known yet: the first preview takes all brands for one, and owns up to it.
    await switchIt('on')
    const changed = await cellsThatDiffer()
    await dialog.getByText(new RegExp(`${changed} cells? of`)).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const foreseen = await switchIt('off')
    expect(foreseen).toContain(`${changed} cell`)
    await dialog.getByText('The result matches the preview.').waitFor()
    expect(await cellsThatDiffer()).toBe(0)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const again = await switchIt('on')
    expect(again).toContain(`${changed} cell`)
    await dialog.getByText('The result matches the preview.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await main(page).getByText('Organisation sync: on').waitFor()

    // While it is on, an edit says how far it reaches.
    await goTo(page, `permissions/${brand.id}?tab=tools`, 'Permissions')
    const control = main(page).getByRole('radiogroup', { name: /^Unschedule:/ })
    await control.getByText('Allow').click()
    await review(page)
    await main(page).getByText('This changes every brand of the organisation.').waitFor()
    await main(page).getByRole('button', { name: 'Edit' }).click()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await goTo(page, `permissions/${brand.id}`, 'Permissions')
    await switchIt('off')
  })

  test('a brand lists what an assistant may do, with the MCP address or where to set it', async () => {
    const brand = web.brand(10)
    await elsewhere.change(brand, { permissions: { outreach_reply: 'allow', cms_publish: 'allow' } })
    await readAnew(web, [brand])
    const page = await web.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await goTo(page, `permissions/${brand.id}`, 'Permissions')
    await main(page).getByText('It can send real e-mail, which cannot be recalled').waitFor()
    await main(page).getByRole('heading', { name: 'Can it send real e-mail? Yes' }).waitFor()
    await main(page).getByText('for all brands in Settings → Service', { exact: false }).waitFor()
    await web.desk.value('service.setProfile', { mcpUrl: web.sandbox.mcpUrl })
    await page.reload()
    await main(page).getByText(web.sandbox.mcpUrl).waitFor()
    await main(page).getByText('One connection reaches every brand', { exact: false }).waitFor()
    await main(page).getByRole('button', { name: 'Copy the connector address' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(web.sandbox.mcpUrl)
  })

  test('a preset is saved from a column, staged for a selection, removed and restored', async () => {
    const page = await openMatrix(web)
    await (await cellOf(page, 'Schedule', web.brand(1))).click()
    await main(page).getByRole('button', { name: 'Presets' }).click()
    await page.getByRole('menuitem', { name: `Save ${web.brand(1).name} as a preset` }).click()
    await page.getByRole('dialog').getByLabel('Name of the preset').fill('Editors')
    await page.getByRole('dialog').getByRole('button', { name: 'Save the preset' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const names = async () =>
      (await web.desk.value('connectors.presets', {})).presets.filter((each) => !each.isBuiltIn).map(({ name }) => name)
    expect(await names()).toEqual(['Editors'])
    await main(page).getByRole('button', { name: 'Presets' }).click()
    await page.getByRole('menuitem', { name: 'Remove the preset Editors' }).click()
    await expect.poll(names).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(names).toEqual(['Editors'])
  })

  const HOSTILE = '<img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>[x](javascript:1)'

  test('hostile labels and descriptions are shown as text', async () => {
    const brand = web.brand(11)
    const reading = (effective: Permission) => ({
      operation: 'connectors.catalog' as const,
      teamId: brand.teamId ?? '',
      kind: 'malformed' as const,
      body: JSON.stringify({
        brandId: brand.teamId,
        canManage: true,
        syncEnabled: false,
        tools: [HOSTILE, `\u202e${HOSTILE}`].map((label, at) => ({
          name: `hostile_${at}`,
          label,
          description: HOSTILE,
          group: 'write',
          default: 'deny',
          effective: at === 0 ? 'allow' : effective,
        })),
      }),
    })
    for (const effective of ['deny', 'allow'] as const) {
      await web.sandbox.fault(reading(effective))
      await readAnew(web, [brand])
    }
    const page = await openMatrix(web)
    await main(page).getByRole('searchbox').fill('onerror')
    await gridOf(page).getByRole('rowheader').filter({ hasText: '<img' }).first().waitFor()
    for (const tab of ['now', 'tools', 'versions']) {
      await goTo(page, `permissions/${brand.id}?tab=${tab}`, 'Permissions')
      await main(page).getByText('<img', { exact: false }).first().waitFor()
    }
    expect(
      await page.evaluate(() => ({
        wasRun: Reflect.get(globalThis, 'wasRun') ?? null,
        elements: document.querySelectorAll('#view :is(img, iframe, script, a[href])').length,
      })),
    ).toEqual({ wasRun: null, elements: 0 })
    await readAnew(web, [brand])
  })

  test('a tool is denied for 12 brands with two clicks, the typed number and Enter', async () => {
    for (const brand of web.brands) await elsewhere.change(brand, { permissions: { cms_schedule: 'allow' } })
    await readAnew(web)
    const page = await openMatrix(web)
    await rowOf(page, 'Schedule').getByRole('rowheader').click()
    await page.getByRole('button', { name: 'Deny for 12 brands' }).click()
    await main(page).getByRole('heading', { name: 'Deny “Schedule” for 12 brands' }).waitFor()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await became(page).waitFor()
    for (const brand of web.brands) expect((await elsewhere.held(brand)).cms_schedule).toBe('deny')
  })

  describe('an interrupted apply', () => {
    const TOOL = 'cms_unpublish'
    const ended = (state: string) => JSON.stringify({ state, applied: [], moved: [], error: null })
    /** As the start of the desk leaves it: the first brand done, the second on its way, the third never begun. */
    const leave = async (brands: readonly Brand[]): Promise<void> => {
      const db = new Database(join(web.desk.home, 'core.db'))
      try {
        db.prepare("INSERT INTO connector_apply (id, begun_at_ms, cut_off_at_ms) VALUES ('cut', ?, ?)").run(
          Date.now() - 60_000,
          Date.now(),
        )
        const add =
          db.prepare(`INSERT INTO connector_apply_brand (apply_id, brand_id, place, changes, state, sent, result)
          VALUES ('cut', ?, ?, ?, ?, ?, ?)`)
        const cells = JSON.stringify([{ tool: TOOL, from: 'deny', to: 'allow' }])
        const states = [
          ['ended', null, ended('applied')],
          ['sending', cells, null],
          ['waiting', null, null],
        ] as const
        for (const [place, brand] of brands.entries()) {
          const [state, sent, result] = states[place] ?? states[2]
          add.run(brand.id, place, cells, state, sent, result)
        }
      } finally {
        db.close()
      }
    }
    const banner = (page: Page) => main(page).getByRole('region', { name: 'Interrupted apply' })

    test('shows the state of each brand; the rest is reviewed before anything is sent', async () => {
      const brands = [web.brand(0), web.brand(1), web.brand(2)]
      for (const brand of brands) await elsewhere.change(brand, { role: 'admin', permissions: { [TOOL]: 'deny' } })
      await readAnew(web, brands)
      await leave(brands)
      const page = await openMatrix(web)
      await banner(page).getByText('1 of 3 brands done', { exact: false }).waitFor()
      for (const count of ['1 applied', '1 unknown', '1 not sent'])
        await banner(page).getByText(count, { exact: true }).waitFor()
      await banner(page).getByText('By brand').click()
      await banner(page)
        .getByRole('listitem')
        .filter({ hasText: web.brand(1).name })
        .getByText('unknown')
        .waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        expect([await tooWide(page), await axeFindings(page)]).toEqual([[], []])
      }
      await banner(page).getByRole('button', { name: 'Plan the remaining 2 brands again' }).click()
      // The second was read for it: it had not arrived.
      await main(page).getByRole('heading', { name: 'The rest of the interrupted apply' }).waitFor()
      await expect
        .poll(() => main(page).getByRole('list', { name: 'What would change' }).getByText('Unpublish').count())
        .toBe(2)
      await main(page).getByRole('button', { name: 'Apply 2 changes for 2 brands' }).click()
      await became(page).waitFor()
      await main(page).getByRole('button', { name: 'Back to the permissions' }).click()
      await gridOf(page).waitFor()
      await expect.poll(() => banner(page).count()).toBe(0)
      const held = await Promise.all(brands.map(async (brand) => (await elsewhere.held(brand))[TOOL]))
      expect(held).toEqual(['deny', 'allow', 'allow'])
    })

    test('is dismissed by its button', async () => {
      await leave([web.brand(0), web.brand(1)])
      const page = await openMatrix(web)
      await banner(page).getByRole('button', { name: 'Dismiss' }).click()
      await banner(page).waitFor({ state: 'detached' })
      expect((await web.desk.value('connectors.unfinished', {})).applies).toEqual([])
    })
  })

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test('every state fits and passes axe', async () => {
      const page = await web.open({ colorScheme })
      const rules = colorScheme === 'dark' ? { rules: THEME_RULES } : {}
      const clean = async () => expect([await tooWide(page), await axeFindings(page, rules)]).toEqual([[], []])
      await goTo(page, 'permissions/all', 'Permissions')
      await gridOf(page).waitFor()
      await gridOf(page).focus()
      for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space', 'Enter'])
        await page.keyboard.press(key)
      await page.getByRole('complementary').waitFor()
      await clean()
      await review(page)
      await clean()
      await page.keyboard.press('Escape')
      for (const tab of ['now', 'tools', 'versions']) {
        await goTo(page, `permissions/${web.brand(9).id}?tab=${tab}`, 'Permissions')
        await clean()
      }
      await main(page)
        .getByRole('button', { name: /^Preview switching it/ })
        .click()
      await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor()
      await clean()
    })
  })
})

describe('200 brands', () => {
  let web: WebDesk
  let elsewhere: ReturnType<typeof elsewhereOf>
  const TAGGED = 12
  beforeAll(async () => {
    web = await startWebDesk({ sandbox: { brands: 200, keywords: 1, days: 1 }, datasets: ['tracked'] })
    elsewhere = elsewhereOf(web)
    for (const brand of web.brands.slice(0, TAGGED)) {
      await elsewhere.change(brand, { role: 'admin', permissions: { outreach_reply: 'allow', cms_publish: 'allow' } })
      await web.desk.value('brands.update', { brandId: brand.id, tags: ['retail'] })
    }
    await readAnew(web)
  })
  afterAll(() => web?.close())

  test('only cells in the window are on the page, and keys reach the last brand', async () => {
    const page = await openMatrix(web)
    await expect.poll(() => gridOf(page).getAttribute('aria-colcount')).toBe('201')
    await expect.poll(() => gridOf(page).getByRole('gridcell').count()).toBeLessThan(1500)
    await gridOf(page).focus()
    await page.keyboard.press('Control+End')
    const active = async () => {
      const id = (await gridOf(page).getAttribute('aria-activedescendant')) ?? ''
      return page.evaluate((it) => document.getElementById(it)?.getAttribute('aria-colindex') ?? null, id)
    }
    await expect.poll(active).toBe('201')
    await page.keyboard.press('Home')
    await expect.poll(active).toBe('1')
    expect(await tooWide(page)).toEqual([])
  })

  test('a preset for a tag: three brands fail for different reasons, the rest is applied, one is reverted', async () => {
    const tagged = web.brands.slice(0, TAGGED)
    const [busy, member, moved, first] = tagged
    if (busy === undefined || member === undefined || moved === undefined || first === undefined) throw new Error()
    const page = await openMatrix(web)
    await main(page).getByRole('combobox', { name: 'Brands with the tag' }).click()
    await page.getByRole('option', { name: 'retail', exact: true }).click()
    await expect.poll(() => gridOf(page).getAttribute('aria-colcount')).toBe(String(TAGGED + 1))
    await main(page).getByRole('button', { name: 'Presets' }).click()
    await page.getByRole('menuitem', { name: /^No sending/ }).click()
    await bar(page)
      .getByText(new RegExp(`changes for ${TAGGED} brands`))
      .waitFor()
    await review(page)
    await web.sandbox.fault({ operation: 'connectors.update', teamId: busy.teamId ?? '', kind: 'html', times: 9 })
    await elsewhere.change(member, { role: 'member' })
    await elsewhere.change(moved, { permissions: { outreach_reply: 'deny' } })
    await main(page)
      .getByLabel(/^Type 12/)
      .fill(String(TAGGED))
    await main(page)
      .getByRole('button', { name: /^Apply \d+ changes for 12 brands/ })
      .click()
    for (const count of ['1 failed', '1 refused', '1 changed meanwhile', '9 applied'])
      await main(page).getByRole('status').getByText(count, { exact: true }).waitFor()
    for (const brand of tagged.slice(3)) expect((await elsewhere.held(brand)).outreach_reply).toBe('deny')
    expect((await elsewhere.held(busy)).outreach_reply).toBe('allow')
    await web.sandbox.clearFaults()
    await main(page).getByRole('button', { name: 'Discard the rest' }).click()
    await goTo(page, `permissions/${first.id}?tab=versions`, 'Permissions')
    await main(page).getByRole('button', { name: 'Revert to this' }).first().click()
    await main(page)
      .getByRole('button', { name: new RegExp(`^Apply \\d+ changes? for ${first.name}`) })
      .click()
    await became(page).getByText('applied', { exact: true }).waitFor()
    expect((await elsewhere.held(first)).outreach_reply).toBe('allow')
  })
})
