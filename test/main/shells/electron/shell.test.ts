import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runElectron } from '../../../../src-main/shells/electron/main.ts'
import * as electron from '../../../support/electron-stand-in.ts'
import { createSmallDesk } from '../../../support/small-desk.ts'
import { tempHome } from '../../../support/temp-home.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))
beforeEach(() => electron.resetElectron())

const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}

const noUpdater = async () => {
  throw new Error('There is nothing to update.')
}

const openShell = async ({ home = tempHome().home, platform = 'linux' as NodeJS.Platform, isClosed = true } = {}) => {
  const rendererFolder = join(home, 'renderer')
  const exportsFolder = join(home, 'exports')
  for (const folder of [rendererFolder, exportsFolder]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(rendererFolder, 'index.html'), '<html><head></head></html>')
  writeFileSync(join(exportsFolder, 'a.csv'), 'a\n')
  const desk = createSmallDesk()
  const closed: string[] = []
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) }
  const host = {
    desk: { ...desk, exportsFolder, log },
    open: (): unknown => null,
    setOpen: (open: () => unknown) => {
      host.open = open
    },
    close: async () => {
      closed.push('host')
      return isClosed
    },
  }
  await runElectron({
    home,
    platform,
    args: [],
    createUpdater: noUpdater,
    locations: {
      version: '1.2.3',
      hasUpdates: false,
      rendererFolder,
      preloadFile: '/preload.cjs',
      resourcesFolder: '/resources',
      workerUrl: pathToFileURL('/worker.js'),
      sandboxFile: '/sandbox.js',
      queryFile: '/query-process.js',
    },
    reach: async () => ({ kind: 'opened', host }),
  })
  const window = first(electron.BrowserWindow.all)
  await new Promise(setImmediate)
  window.did.length = 0
  return {
    home,
    desk,
    host,
    closed,
    warnings,
    window,
    contents: window.webContents,
    session: electron.session.defaultSession,
  }
}

const event = (url: string, more: object = {}) => {
  const state = { url, isPrevented: false, ...more }
  const preventDefault = () => {
    state.isPrevented = true
  }
  return Object.assign(state, { preventDefault })
}

describe('the window', () => {
  test('is isolated, sandboxed, and loads the page from its own secure origin', async () => {
    const { window } = await openShell()
    expect(window.options.webPreferences).toMatchObject({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(electron.app.did).toContain('enableSandbox')
    expect(window.loaded).toBe('app://desk/')
    expect(electron.protocol.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }])
  })

  test('cannot navigate away, open windows or embed others; https and mailto open in the system', async () => {
    const { contents } = await openShell()
    const own = event('app://desk/other')
    contents.emit('will-navigate', own)
    expect(own.isPrevented).toBe(false)
    for (const url of [
      'https://example.com/',
      'file:///etc/passwd',
      'app://other/',
      'javascript:alert(1)',
      'nonsense',
    ]) {
      const away = event(url)
      contents.emit('will-navigate', away)
      expect(away.isPrevented, url).toBe(true)
      const redirect = event(url)
      contents.emit('will-redirect', redirect)
      expect(redirect.isPrevented, url).toBe(true)
      expect(contents.openHandler?.({ url }), url).toEqual({ action: 'deny' })
    }
    expect(contents.openHandler?.({ url: 'mailto:a@example.com' })).toEqual({ action: 'deny' })
    expect(contents.openHandler?.({ url: 'http://example.com/' })).toEqual({ action: 'deny' })
    expect(electron.shell.opened).toEqual(['https://example.com/', 'https://example.com/', 'mailto:a@example.com'])
    const frame = event('app://desk/', { isMainFrame: false })
    contents.emit('will-frame-navigate', frame)
    const webview = event('')
    contents.emit('will-attach-webview', webview)
    expect([frame.isPrevented, webview.isPrevented]).toEqual([true, true])
    const preview = event('about:srcdoc', { isMainFrame: false })
    contents.emit('will-frame-navigate', preview)
    expect(preview.isPrevented).toBe(false)
  })

  test('gets no permission', async () => {
    const { session } = await openShell()
    const answers: boolean[] = []
    session.onRequest?.({}, 'media', (isGranted) => answers.push(isGranted))
    expect([...answers, session.onCheck?.(), session.onDevice?.()]).toEqual([false, false, false])
  })

  test('hides when it is closed, and ends with the desk', async () => {
    const { window, closed } = await openShell()
    const hiding = event('')
    window.emit('close', hiding)
    expect([hiding.isPrevented, window.did.at(-1)]).toEqual([true, 'hide'])

    electron.app.emit('before-quit')
    const ending = event('')
    window.emit('close', ending)
    expect(ending.isPrevented).toBe(false)
    const quitting = event('')
    electron.app.emit('will-quit', quitting)
    expect(quitting.isPrevented).toBe(true)
    await expect.poll(() => electron.app.did.at(-1)).toBe('quit')
    expect(closed).toEqual(['host'])
    const again = event('')
    electron.app.emit('will-quit', again)
    expect(again.isPrevented).toBe(false)
  })

  test('is ended by force where a thread keeps the files, since quitting would wait for it', async () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    onTestFinished(() => kill.mockRestore())
    const { closed } = await openShell({ isClosed: false })
    electron.app.emit('will-quit', event(''))
    await expect.poll(() => kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
    expect(closed).toEqual(['host'])
  })

  test('hides also when window.json cannot be written, and the log says why', async () => {
    const { home, window, warnings } = await openShell()
    mkdirSync(join(home, 'window.json'))
    const hiding = event('')
    window.emit('close', hiding)
    expect([hiding.isPrevented, window.did.at(-1)]).toEqual([true, 'hide'])
    expect(warnings).toEqual(['window.json could not be written'])
  })

  test('writes window.json completely or not at all', async () => {
    const { home, window } = await openShell()
    const file = join(home, 'window.json')
    writeFileSync(join(home, 'before.json'), 'the file before')
    linkSync(join(home, 'before.json'), file)
    window.emit('close', event(''))
    // A write in place would have changed the other name of the same file.
    expect(readFileSync(join(home, 'before.json'), 'utf8')).toBe('the file before')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ width: 1000, height: 700 })
    expect(readdirSync(home).filter((name) => name.startsWith('window.json'))).toEqual(['window.json'])
  })

  test('opens at first in a size with room for all columns, or as large as a smaller screen', async () => {
    expect((await openShell()).window.options).toMatchObject({ width: 1440, height: 900 })
    const [display] = electron.screen.displays
    electron.resetElectron()
    electron.screen.displays = [{ workArea: { x: 0, y: 24, width: 1366, height: 728 } }]
    try {
      expect((await openShell()).window.options).toMatchObject({ width: 1366, height: 728 })
    } finally {
      electron.screen.displays = display === undefined ? [] : [display]
    }
  })

  test('opens where it was, unless that screen is gone or the file is damaged', async () => {
    const { home, window } = await openShell()
    window.maximized = true
    window.emit('close', event(''))
    const saved = readFileSync(join(home, 'window.json'), 'utf8')
    const reopen = async () => {
      electron.resetElectron()
      return (await openShell({ home })).window
    }
    expect((await reopen()).options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 })
    expect((await reopen()).maximized).toBe(true)
    for (const text of [saved.replace('"x":10', '"x":9000'), '{"x":', '{}']) {
      writeFileSync(join(home, 'window.json'), text)
      const { options } = await reopen()
      expect(options, text).toMatchObject({ width: 1440, height: 900 })
      expect(options, text).not.toHaveProperty('x')
    }
  })
})

describe('the page', () => {
  const get = async (path: string, method = 'GET') => {
    const { session } = await openShell()
    const response = await session.page?.(new Request(path, { method }))
    if (response === undefined) throw new Error('app:// is not served')
    return response
  }

  test('has the strict policy with a nonce', async () => {
    const response = await get('app://desk/')
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? 'none'
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })

  test('an export that is a symbolic link is refused', async () => {
    const { home, session } = await openShell()
    writeFileSync(join(home, 'secret.csv'), 'secret')
    symlinkSync(join(home, 'secret.csv'), join(home, 'exports', 'link.csv'))
    const response = await session.page?.(new Request('app://desk/exports/link.csv'))
    expect(response?.status).toBe(404)
  })

  test('serves only its own files and the exports', async () => {
    const file = await get('app://desk/exports/a.csv')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await file.text()).toBe('a\n')
    for (const path of [
      'app://other/',
      'app://desk/exports/..%2Fwindow.json',
      'app://desk/../window.json',
      'app://desk/x.js',
    ])
      expect((await get(path)).status, path).toBe(404)
    expect((await get('app://desk/', 'POST')).status).toBe(404)
  })
})

describe('calls', () => {
  const ask = async (senderFrame: unknown, ...args: unknown[]) => {
    await openShell()
    return electron.ipcMain.handlers.get('desk:call')?.({ senderFrame }, ...args)
  }

  test('the top frame of our own page is answered by the desk', async () => {
    const reply = await ask({ parent: null, url: 'app://desk/' }, 'brands.list', {})
    expect(reply).toMatchObject({ ok: true, value: { brands: [{ name: 'Acme' }, {}, {}] } })
  })

  test.each([
    ['another page', { parent: null, url: 'https://example.com/' }],
    ['a look-alike', { parent: null, url: 'app://desk.example/' }],
    ['a frame within', { parent: {}, url: 'app://desk/' }],
    ['a frame that is gone', null],
  ])('%s is not', async (_who, frame) => {
    expect(await ask(frame, 'brands.list', {})).toMatchObject({ ok: false, error: { kind: 'forbidden' } })
  })

  test('come in on only one channel', async () => {
    await openShell()
    expect([...electron.ipcMain.handlers.keys()]).toEqual(['desk:call'])
  })
})

describe('events', () => {
  const notice = {
    id: '1',
    at: '2026-01-01T00:00:00Z',
    level: 'warning',
    title: 'A key was refused',
    message: 'Acme',
  } as const

  test('are sent to the page while it exists', async () => {
    const { desk, contents } = await openShell()
    desk.emit('changed', { brandIds: ['b0'], datasets: ['brands'] })
    expect(contents.sent).toEqual([
      ['desk:event', { name: 'changed', payload: { brandIds: ['b0'], datasets: ['brands'] } }],
    ])
    contents.isGone = true
    desk.emit('changed', { brandIds: ['b1'], datasets: ['brands'] })
    expect(contents.sent).toHaveLength(1)
  })

  test('notices are notifications when the window has no focus', async () => {
    const { desk, window } = await openShell()
    window.focused = true
    desk.emit('desk.notice', notice)
    expect(electron.Notification.all).toHaveLength(0)
    window.focused = false
    desk.emit('desk.notice', notice)
    const notification = first(electron.Notification.all)
    expect(notification).toMatchObject({ isShown: true, options: { title: 'A key was refused', body: 'Acme' } })
    notification.emit('click')
    expect(window.did.slice(-2)).toEqual(['show', 'focus'])
    expect(window.loaded).toBe('app://desk/')
  })

  test('a click on a notification opens the place that the notice is about', async () => {
    const { desk, window } = await openShell()
    const opens = { view: 'alerts', params: { open: 'rule.b0.2026-01-01' } }
    desk.emit('desk.notice', { ...notice, brandId: 'b0', opens })
    desk.emit('desk.notice', { ...notice, id: '2', opens: { view: 'alerts' } })
    const [ofOne, ofAll] = electron.Notification.all
    ofOne?.emit('click')
    expect(window.did.slice(-2)).toEqual(['show', 'focus'])
    expect(window.loaded).toBe('app://desk/#/alerts/b0?open=rule.b0.2026-01-01')
    ofAll?.emit('click')
    expect(window.loaded).toBe('app://desk/#/alerts/all')
  })
})

describe('one desk', () => {
  test('a second instance ends; the first one shows its window', async () => {
    const { window, home } = await openShell()
    expect(electron.app.did).toContain(`setPath userData ${join(home, 'electron')}`)
    window.minimized = true
    electron.app.emit('second-instance', {}, ['electron', '.'])
    expect(window.did).toEqual(['restore', 'show', 'focus'])

    electron.resetElectron()
    electron.app.hasLock = false
    await expect(openShell()).rejects.toThrow('there is none')
    expect(electron.app.did.at(-1)).toBe('quit')
  })

  test('`desk open` brings the window forward', async () => {
    const { host, window } = await openShell()
    expect(host.open()).toEqual({ shell: 'electron', address: null })
    expect(window.did).toEqual(['show', 'focus'])
  })

  test('a desk that runs already on the folder is reported, with its address', async () => {
    const remote = {
      ...createSmallDesk(),
      hello: async () => ({ shell: 'web', pid: 1, version: '1' }),
      open: async () => ({ shell: 'web', address: 'http://127.0.0.1:1/#token=x' }),
    }
    const locations = {
      version: '',
      hasUpdates: false,
      rendererFolder: '',
      preloadFile: '',
      resourcesFolder: '',
      sandboxFile: '',
      queryFile: '',
    }
    await runElectron({
      home: '/nowhere',
      args: [],
      createUpdater: noUpdater,
      platform: 'linux',
      locations: { ...locations, workerUrl: pathToFileURL('/worker.js') },
      reach: async () => ({ kind: 'running', remote }),
    })
    expect(electron.dialog.shown).toMatchObject([{ detail: 'It is open at http://127.0.0.1:1/#token=x' }])
    expect(electron.app.did.at(-1)).toBe('quit')
  })
})

describe('the menu', () => {
  const items = () => electron.Menu.current.flatMap((menu) => menu.submenu ?? [])
  const choose = (label: string) =>
    items()
      .find((item) => item.label === label)
      ?.click?.()

  test('shows the page’s shortcuts, leaves the keys to the page, and presses them when chosen', async () => {
    const { contents } = await openShell()
    const shortcuts = items().flatMap(({ accelerator }) => accelerator ?? [])
    expect(shortcuts).toEqual(
      expect.arrayContaining(['CmdOrCtrl+K', 'CmdOrCtrl+1', 'CmdOrCtrl+9', 'Ctrl+Tab', 'CmdOrCtrl+R', 'CmdOrCtrl+E']),
    )
    expect(items().filter((item) => item.role === 'reload' || item.role === 'toggleDevTools')).toEqual([])
    for (const item of items().filter(({ label }) => label === 'Sync' || label === 'Recent brands'))
      expect(item).toMatchObject({ registerAccelerator: false })
    choose('Command palette')
    expect(contents.inputs).toEqual([
      { type: 'keyDown', keyCode: 'K', modifiers: ['control'] },
      { type: 'keyUp', keyCode: 'K', modifiers: ['control'] },
    ])
  })

  test('uses the Command key on macOS', async () => {
    const { contents } = await openShell({ platform: 'darwin' })
    choose('Sync')
    expect(contents.inputs[0]).toEqual({ type: 'keyDown', keyCode: 'R', modifiers: ['meta'] })
  })

  test('the tray shows, syncs and quits', async () => {
    const { window } = await openShell()
    const tray = first(electron.Tray.all)
    tray.emit('click')
    expect(window.did).toEqual(['show', 'focus'])
    tray.menu.find((item) => item.label === 'Quit')?.click?.()
    expect(electron.app.did.at(-1)).toBe('quit')
  })
})
