// Makes the packages of this system: builds, then electron-builder with everything that the environment decides.
// Signing and notarisation are electron-builder's own variables: CSC_LINK and CSC_KEY_PASSWORD (macOS, Windows), or
// WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD; APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER (notarisation).
// AGENCY_DESK_UPDATE_URL: the https address of the folder that updates are loaded from.
import { packageArguments } from './lib/package-arguments.mjs'
import { binFile, ensureReady, programEnv, run } from './lib/project.mjs'

await ensureReady()
const { file, shell } = binFile('electron-builder')
const args = [...packageArguments(process.env, process.platform), ...process.argv.slice(2)]
process.exit(await run(file, args, { shell, env: programEnv() }))
