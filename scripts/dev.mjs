// Development. With an Electron runtime and a display: electron-vite's own mode. Else the web shell from the sources:
// a changed source of the desk restarts it, one of the window rebuilds the page.
import { watch } from 'node:fs'
import { runUntilEnd } from './lib/child.mjs'
import { binFile, build, ensureBuilt, ensureInstalled, inProject, nodeArgs, nodeFile } from './lib/project.mjs'
import { findElectron, hasDisplay } from './lib/runtimes.mjs'

const SETTLE_MS = 300

const rebuildOnChange = () => {
  let isBuilding = false
  let timer
  const rebuild = () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      if (isBuilding) return rebuild()
      isBuilding = true
      const code = await build({ isQuiet: true })
      isBuilding = false
      process.stderr.write(code === 0 ? 'Window rebuilt. Reload the tab.\n' : 'The window could not be built.\n')
    }, SETTLE_MS)
  }
  for (const folder of ['src-renderer', 'src-shared']) watch(inProject(folder), { recursive: true }, rebuild)
}

await ensureInstalled()
if (findElectron() !== null && hasDisplay() && process.env.AGENCY_DESK_SHELL !== 'web') {
  process.exit(await runUntilEnd(binFile('electron-vite').file, ['dev']))
}
await ensureBuilt()
rebuildOnChange()
process.exit(
  await runUntilEnd(nodeFile(), [...nodeArgs, '--watch', inProject('src-main', 'shells', 'web', 'index.ts')]),
)
