// Where the parts of the program are: beside each other in out/ once built, in their own folders in the sources.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUILT = {
  root: '../..',
  worker: 'out/main/store-worker.js',
  sandbox: 'out/main/sandbox.js',
  query: 'out/main/query-process.js',
}
const SOURCES = {
  root: '../../..',
  worker: 'src-main/store-worker.ts',
  sandbox: 'src-sandbox/cli.ts',
  query: 'src-main/query-process.ts',
}

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
    /** The process that runs SQL. */
    queryFile: join(root, layout.query),
  }
}
export type Locations = ReturnType<typeof locate>

/** The variables of our environment that a child needs; no others are passed on. */
const PASSED_ON = ['PATH', 'Path', 'HOME', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'TZ']

/** Further ones, where a browser looks for its libraries, fonts and folders. */
const OF_BROWSERS = [
  'LD_LIBRARY_PATH',
  'FONTCONFIG_PATH',
  'USERPROFILE',
  'LOCALAPPDATA',
  'APPDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
]

const passedOn = (env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

/** The environment of the demo's sandbox. */
export const sandboxEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> => passedOn(env, PASSED_ON)

/** The environment of the browser that prints reports. */
export const browserEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  passedOn(env, [...PASSED_ON, ...OF_BROWSERS])
