// The work of a team on three desks, each a process of its own: one person queues in her browser, a colleague sees it in his,
// and the desk of `npm run serve`, the only one with the brand's key, sends it.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { nodeArgs } from '../../scripts/lib/project.mjs'
import { callDesk } from '../../src-main/desk.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallInput, CallName } from '../../src-shared/desk/contract.ts'
import { sharedBrowser } from '../support/chromium.ts'
import {
  endHold,
  goTo,
  main,
  outreachControl,
  review,
  settled,
  writeLabel,
  writeToContacts,
} from '../support/outreach-page.ts'
import { describePostgres } from '../support/postgres.ts'
import { runCommand } from '../support/run-command.ts'
import { openSandbox } from '../support/sandbox.ts'
import { syncAll } from '../support/sync-all.ts'
import { accessOf } from '../support/team-access.ts'
import { type TeamDatabase, teamDatabase } from '../support/team-database.ts'
import { startTeamDesk } from '../support/team-desk.ts'
import { tempHome } from '../support/temp-home.ts'
import { openDeskPage } from '../support/web-desk.ts'

const SERVE = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js')
const SUBJECT = 'A guide for your readers'

/** The built desk of `npm run serve`, joined by its environment; commands reach it by its socket. */
const startServe = async (team: TeamDatabase) => {
  const { url, password } = accessOf(await team.person('serve', { role: 'sender' }))
  const { home } = tempHome()
  const { printed } = runCommand({
    file: process.execPath,
    args: [...nodeArgs, SERVE],
    env: {
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_TEAM: url.replace('@', `:${password}@`),
    },
  })
  await printed(/Health: (\S+)/)
  const remote = await connectDesk(socketPath(home))
  if (remote === null) throw new Error('The desk of serve is not reached by its socket.')
  onTestFinished(remote.close)
  return {
    value: <Name extends CallName>(name: Name, input: CallInput<Name>) => callDesk(remote, name, input),
  }
}

type Serve = Awaited<ReturnType<typeof startServe>>

/** When the text is in the table of this page, by the clock of the computer. */
const shownAt = async (page: Page, text: string): Promise<number> => {
  const look = (wanted: string) => {
    const isShown = document.querySelector('[role="grid"] [data-row="0"]')?.textContent?.includes(wanted) === true
    return isShown && performance.timeOrigin + performance.now()
  }
  return Number(await (await page.waitForFunction(look, text, { polling: 'raf' })).jsonValue())
}

/** When the next click reaches this page, by the clock of the computer. */
const clickedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const note = () => resolve(performance.timeOrigin + performance.now())
        addEventListener('click', note, { capture: true, once: true })
      }),
  )

/** The site of two people whom the service knows no pitch to: it skips the others. */
const siteOfTwo = async (
  desk: Pick<Serve, 'value'>,
  brand: Brand,
  known: readonly { readonly contactId: string }[],
) => {
  const { rows } = await desk.value('contacts.page', { brandIds: [brand.id], limit: 500 })
  const pitched = new Set(known.map(({ contactId }) => contactId))
  const sites = Map.groupBy(rows, ({ domain }) => domain ?? '')
  const isFree = ({ id, email }: (typeof rows)[number]) => email !== null && !pitched.has(id)
  const [site] = [...sites].find(([, people]) => people.length === 2 && people.every(isFree)) ?? []
  if (site === undefined) throw new Error('The sandbox has no such site.')
  return site
}

const firstRow = (page: Page) => page.getByRole('grid').locator('[data-row="0"]')

describePostgres('three desks of a team', (programs) => {
  let browser: Awaited<ReturnType<typeof sharedBrowser>>
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('one queues, the second shows it without a reload, the third sends each pitch once', async () => {
    const team = await teamDatabase(programs, [])
    const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2, contacts: 60, now: Date.now })
    const serve = await startServe(team)
    const ann = await startTeamDesk(team, 'ann', { role: 'writer', isBuilt: true })
    const ben = await startTeamDesk(team, 'ben', { role: 'admin', isBuilt: true })
    await ben.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    await expect.poll(async () => (await serve.value('service.profile', {})).baseUrl).toBe(sandbox.baseUrl)
    const brand = await serve.value('brands.add', { name: 'Globex', key: sandbox.keyOf(0), sessionOnly: true })
    await syncAll(serve)
    await syncAll(ann)

    const { pitches } = outreachControl(sandbox.controlUrl)
    const search = await siteOfTwo(serve, brand, await pitches(brand))

    const bensPage = await openDeskPage(browser, ben, { at: '#/activity/all' })
    await bensPage.getByRole('heading', { name: 'No actions yet' }).waitFor()
    const bensLoads = await bensPage.evaluate(() => performance.timeOrigin)
    const annsPage = await openDeskPage(browser, ann)
    await writeToContacts(annsPage, brand, { count: 2, search })
    await writeLabel(annsPage, { subject: SUBJECT, body: 'Hi {{ contact.firstName | default: "there" }}' })
    await settled(annsPage)
    await review(annsPage)
    for (const box of await main(annsPage).getByRole('checkbox').all()) await box.check()
    const [clicked, shown] = [clickedAt(annsPage), shownAt(bensPage, '2 pitches')]
    await main(annsPage).getByRole('button', { name: 'Queue 2 pitches for Globex' }).click()
    const seenMs = (await shown) - (await clicked)
    process.stdout.write(`queued by one desk, shown by the other ${Math.round(seenMs)} ms later\n`)
    await firstRow(bensPage).getByText('ann', { exact: true }).waitFor()
    await firstRow(bensPage).getByText('held', { exact: true }).waitFor()

    const sent = async () => (await pitches(brand)).filter(({ subject }) => subject === SUBJECT)
    expect(await sent()).toEqual([])
    await endHold(annsPage)
    await firstRow(bensPage).getByText('confirmed', { exact: true }).waitFor()
    await goTo(annsPage, 'activity/all', 'Activity')
    for (const page of [annsPage, bensPage]) {
      await firstRow(page).getByText('confirmed', { exact: true }).waitFor()
      await firstRow(page).getByText('ann', { exact: true }).waitFor()
    }
    expect(await bensPage.evaluate(() => performance.timeOrigin)).toBe(bensLoads)
    expect(new Set((await sent()).map(({ contactId }) => contactId)).size).toBe(2)
    expect(await sent()).toHaveLength(2)
  })
})
