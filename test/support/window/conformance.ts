// How the window behaves: one suite for the stand-in and for a real Electron. Each test compares the whole order of
// events with transcript.ts, which was recorded on the stand-in and which a real Electron has to match.
import { expect, test } from 'vitest'
import { openTestDesk } from '../composed-desk.ts'
import { openSandbox } from '../sandbox.ts'
import type { DrivenShell, OpenShell } from './driver.ts'
import { transcript } from './transcript.ts'

type Scenario = keyof typeof transcript

const opened = async (openShell: OpenShell, args?: readonly string[]): Promise<DrivenShell> => {
  const shell = await openShell(args)
  await expect.poll(() => shell.events().at(-1)).toBe('window show')
  return shell
}

const quit = async (shell: DrivenShell, scenario: Scenario): Promise<void> => {
  await shell.quit()
  await shell.ended
  expect(shell.events()).toEqual(transcript[scenario])
}

/** An article on its way, which the service holds. */
const publishHeld = async (shell: DrivenShell) => {
  const sandbox = await openSandbox({ brands: 1 })
  await shell.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const added = await shell.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  if (!added.ok) throw new Error(added.error.message)
  await sandbox.fault({ operation: 'cms.publish', kind: 'hold' })
  const published = await shell.call('publishing.publish', {
    brandId: added.value.id,
    articleSlugs: ['tea'],
    provider: 'ghost',
    holdSeconds: 0,
  })
  if (!published.ok) throw new Error(published.error.message)
  const sent = async () => (await sandbox.requests()).some(({ operation }) => operation === 'cms.publish')
  await expect.poll(sent).toBe(true)
  return { sandbox, intentId: published.value.intentId }
}

export const testWindowConformance = (openShell: OpenShell): void => {
  test('the window is shown once its page is ready, and the app quits', async () => {
    const shell = await opened(openShell)
    expect(await shell.call('brands.list', {})).toEqual({ ok: true, value: { brands: [] } })
    await quit(shell, 'open and quit')
  })

  test('closing hides the window; a second start shows it again', async () => {
    const shell = await opened(openShell)
    await shell.closeWindow()
    await expect.poll(() => shell.events().at(-1)).toBe('window hide')
    expect(await shell.call('brands.list', {})).toMatchObject({ ok: true })
    await shell.startSecond([])
    await expect.poll(() => shell.events().at(-1)).toBe('window show')
    await quit(shell, 'close and start again')
  })

  test('a link opens its page, also in a running desk, and a broken one opens nothing', async () => {
    const shell = await opened(openShell, ['agency-desk://rankings/all?search=tea'])
    await shell.startSecond(['agency-desk://https://example.com/'])
    await expect.poll(() => shell.events().at(-1)).toBe('app second-instance')
    await shell.startSecond(['agency-desk://settings/all'])
    await expect.poll(() => shell.events().at(-1)).toMatch(/^page moves to/)
    await quit(shell, 'links')
  })

  test('the page cannot go to another address or open a window', async () => {
    const shell = await opened(openShell)
    await shell.navigate('http://example.com/')
    await expect.poll(() => shell.events().at(-1)).toBe('page wants http://example.com/')
    await shell.openWindow('http://example.com/')
    expect(await shell.windowCount()).toBe(1)
    await quit(shell, 'navigation')
  })

  test('the page gets no permission', async () => {
    const shell = await opened(openShell)
    expect(await shell.askPermission('notifications')).toBe('denied')
    await quit(shell, 'open and quit')
  })

  test('a call from a page that is not ours is refused', async () => {
    const shell = await opened(openShell)
    expect(await shell.callFromForeignPage('brands.list', {})).toMatchObject({
      ok: false,
      error: { kind: 'forbidden' },
    })
    await quit(shell, 'open and quit')
  })

  test('a page that crashes is loaded again once; after a second crash a person decides', async () => {
    const shell = await opened(openShell)
    await shell.crashPage()
    await expect.poll(() => shell.events().slice(-2)).toEqual(['renderer gone', 'page app://desk/'])
    expect(await shell.dialogs()).toEqual([])
    await shell.crashPage()
    await expect.poll(() => shell.dialogs()).toEqual(['The window stopped again.'])
    await expect.poll(() => shell.events().at(-1)).toBe('window hide')
    await quit(shell, 'crash')
  })

  test('quitting waits for a send in flight', async () => {
    const shell = await opened(openShell)
    const { sandbox, intentId } = await publishHeld(shell)
    await shell.quit()
    await expect.poll(() => shell.events().at(-1)).toBe('app will-quit')
    await shell.quit()
    await sandbox.release()
    await shell.ended
    expect(shell.events()).toEqual(transcript['quit with a send in flight'])
    const { call } = await openTestDesk({ home: shell.home })
    expect(await call('intents.get', { id: intentId })).toMatchObject({ state: 'confirmed' })
  })

  test('quitting cuts off a send that the service does not answer, and leaves it unknown', async () => {
    const shell = await opened(openShell)
    const { intentId } = await publishHeld(shell)
    await quit(shell, 'open and quit')
    const { call } = await openTestDesk({ home: shell.home })
    expect(await call('intents.get', { id: intentId })).toMatchObject({ state: 'unknown' })
  })
}
