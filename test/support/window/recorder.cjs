// Writes down what happens to the app and its first window, in order. The stand-in's driver calls `record`; a real
// Electron loads this file before the app (`electron -r recorder.cjs .`).
const { appendFileSync } = require('node:fs')

const FILE_VARIABLE = 'AGENCY_DESK_TEST_TRANSCRIPT'

exports.FILE_VARIABLE = FILE_VARIABLE

exports.record = (app, write) => {
  const watchWindow = (window) => {
    const contents = window.webContents
    window.once('ready-to-show', () => write('window ready'))
    for (const name of ['show', 'hide', 'close', 'closed']) window.on(name, () => write(`window ${name}`))
    contents.on('did-navigate', (_event, address) => write(`page ${address}`))
    contents.on('did-navigate-in-page', (_event, address) => write(`page moves to ${address}`))
    contents.on('will-navigate', (event) => write(`page wants ${event.url}`))
    contents.on('render-process-gone', () => write('renderer gone'))
  }
  app.once('browser-window-created', (_event, window) => watchWindow(window))
  for (const name of ['second-instance', 'before-quit', 'will-quit', 'quit']) app.on(name, () => write(`app ${name}`))
}

const file = process.env[FILE_VARIABLE]
if (process.versions.electron !== undefined && file !== undefined)
  exports.record(require('electron').app, (line) => appendFileSync(file, `${line}\n`))
