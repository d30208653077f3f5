// Where the parts of the program are: beside each other in out/ once built, in their own folders in the sources.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUILT = { root: '../..', worker: 'out/main/store-worker.js', sandbox: 'out/main/sandbox.js' }
const SOURCES = { root: '../../..', worker: 'src-main/store-worker.ts', sandbox: 'src-sandbox/cli.ts' }

/** `entryUrl` is the import.meta.url of a shell's entry: out/main/<shell>.js or src-main/shells/<shell>/index.ts. */
export const locate = (entryUrl: string) => {
  const layout = entryUrl.endsWith('.ts') ? SOURCES : BUILT
  const root = resolve(dirname(fileURLToPath(entryUrl)), layout.root)
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; hasUpdates?: boolean } // our own file
  return {
    version: own.version,
    /** True in a signed package with an address of updates (scripts/package.mjs). */
    hasUpdates: own.hasUpdates === true,
    rendererFolder: join(root, 'out', 'renderer'),
    preloadFile: join(root, 'out', 'preload', 'preload.cjs'),
    /** Icons. */
    resourcesFolder: join(root, 'resources'),
    workerUrl: pathToFileURL(join(root, layout.worker)),
    sandboxFile: join(root, layout.sandbox),
  }
}
export type Locations = ReturnType<typeof locate>

/** The variables of our environment that a child needs; no others are passed on. */
const PASSED_ON = ['PATH', 'Path', 'HOME', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'TZ']

/** The environment of the demo's sandbox. */
export const sandboxEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
