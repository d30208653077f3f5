import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import { createElectronPrinter } from '../../../../src-main/shells/electron/printer.ts'
import { createWorkFolders } from '../../../../src-main/shells/print/work-folder.ts'
import * as electron from '../../../support/electron-stand-in.ts'
import { tempHome } from '../../../support/temp-home.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))
beforeEach(() => electron.resetElectron())

test('a report is printed in a hidden window without scripts, which loads nothing but its file, and leaves none', async () => {
  const job = await createElectronPrinter({ folders: createWorkFolders(tempHome().home) }).open()
  const loaded: string[] = []
  const read = vi.spyOn(electron.StandInContents.prototype, 'emit').mockImplementation(function (this: unknown, name) {
    if (name === 'ready-to-show')
      loaded.push(readFileSync(fileURLToPath(electron.BrowserWindow.all.at(-1)?.loaded ?? ''), 'utf8'))
    return true
  })
  const pdf = await job.print('<p>report</p>')
  read.mockRestore()
  const [window] = electron.BrowserWindow.all
  const own = [...electron.session.partitions.values()].at(-1)
  expect(window?.options).toEqual({
    show: false,
    webPreferences: {
      session: own,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      javascript: false,
    },
  })
  const url = window?.loaded ?? ''
  expect(Buffer.from(pdf).toString()).toBe(`%PDF of ${url}`)
  expect(loaded).toEqual(['<p>report</p>'])
  expect(window?.webContents.printed).toEqual([
    { printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true },
  ])
  expect(window?.isGone).toBe(true)
  const isCancelled = (wanted: string) => {
    let isRefused: boolean | undefined
    own?.webRequest.asked?.({ url: wanted }, ({ cancel }) => {
      isRefused = cancel
    })
    return isRefused
  }
  expect(['https://example.com/', 'file:///etc/passwd', url].map(isCancelled)).toEqual([true, true, true])
  expect(isCancelled('data:image/png;base64,AAAA')).toBe(false)
  expect(existsSync(fileURLToPath(url))).toBe(false)
  await job.close()
  expect(existsSync(dirname(fileURLToPath(url)))).toBe(false)
})

test('a window that does not answer is closed, and the report fails with a reason', async () => {
  const { home } = tempHome()
  const job = await createElectronPrinter({ folders: createWorkFolders(home), withinMs: 50 }).open()
  const hung = vi.spyOn(electron.StandInContents.prototype, 'emit').mockImplementation(function (
    this: electron.StandInContents,
  ) {
    this.printToPDF = () => new Promise(() => {})
    return true
  })
  await expect(job.print('<p>report</p>')).rejects.toMatchObject({
    kind: 'conflict',
    message: 'The report could not be printed: It took longer than 0.05 s. Try again, or make HTML files instead.',
  })
  hung.mockRestore()
  expect(electron.BrowserWindow.all.map(({ isGone }) => isGone)).toEqual([true])
  await job.close()
  expect(readdirSync(join(home, 'print'))).toEqual([])
})
