// Development: with an Electron runtime and a display, electron-vite's own; else the web shell from the sources,
// started again when they change, and the page built again when it changes (reload the tab).
import { watch } from 'node:fs'
import { runUntilEnd } from './lib/child.mjs'
import { binFile, build, ensureInstalled, inProject, nodeArgs, nodeFile } from './lib/project.mjs'
import { findElectron, hasDisplay } from './lib/runtimes.mjs'

const SETTLE_MS = 300

const rebuildOnChange = () => {
  let isBuilding = false
  let timer
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      if (isBuilding) return again()
      isBuilding = true
      await build({ isQuiet: true })
      isBuilding = false
      process.stderr.write('The page is built again: reload it.\n')
    }, SETTLE_MS)
  }
  for (const folder of ['src-renderer', 'src-shared']) watch(inProject(folder), { recursive: true }, again)
}

await ensureInstalled()
if (findElectron() !== null && hasDisplay() && process.env.AGENCY_DESK_SHELL !== 'web') {
  process.exit(await runUntilEnd(binFile('electron-vite').file, ['dev']))
}
const code = await build({ isQuiet: true })
if (code !== 0) process.exit(code)
rebuildOnChange()
process.exit(
  await runUntilEnd(nodeFile(), [...nodeArgs, '--watch', inProject('src-main', 'shells', 'web', 'index.ts')]),
)
