// What every command of package.json needs first: the dependencies installed and the bundles built.
// Runs on Node 18 and later with nothing installed; the programs themselves run under the project's own Node.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inProject = (...parts) => join(root, ...parts)

const isWindows = process.platform === 'win32'
const binFolder = inProject('node_modules', '.bin')
const builtStamp = inProject('out', '.built')
const SOURCES = [
  'src-shared',
  'src-main',
  'src-renderer',
  'src-sandbox',
  'docs/guide',
  'electron.vite.config.ts',
  'package-lock.json',
]

const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
const pathParts = (process.env[pathName] ?? '').split(delimiter)

/** The environment of our programs: node_modules/.bin first, so that `node` is the project's own. */
export const programEnv = (extra = {}) => ({
  ...process.env,
  [pathName]: [binFolder, ...pathParts.filter((part) => part !== binFolder)].join(delimiter),
  ...extra,
})

/** The project's Node as a file, so that the program is our child and not a shell's. */
export const nodeFile = () => {
  const file = inProject('node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
  return existsSync(file) ? file : process.execPath
}

/**
 * How our programs are started: SIGUSR1 opens no inspector, by which any program of this user could read keys. New objects
 * get 12 MB in the main thread (src-main/store/link.ts limits the others): V8's own 96 MB are kept for good once a big reply
 * has filled them. Old objects are collected when a heap has grown by 30 %: V8 itself lets it become up to four times as large.
 */
export const nodeArgs = ['--disable-sigusr1', '--max-semi-space-size=4', '--heap-growing-percent=30']

/**
 * glibc keeps freed memory in an arena for each thread: after large replies 170 MB were kept for good. Four arenas, which keep
 * up to 8 MB each at their end, and blocks of 1 MB or more outside of them give the rest back. With smaller blocks outside, the
 * system clears new memory for every reply, and with two arenas threads wait for each other. Other systems do not read these.
 */
export const memoryEnv = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '8388608',
}

const codeFolder = inProject('.cache', 'code')
/**
 * Our programs and their threads keep their compiled code: the next start takes a quarter less processor time. Node
 * compiles again what it cannot read or what changed. It keeps nothing under `--enable-source-maps`.
 */
export const keptCode = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || codeFolder }

/** A command of node_modules/.bin: its file, and whether it needs a shell to start. */
export const binFile = (name) => ({
  file: isWindows ? join(binFolder, `${name}.cmd`) : join(binFolder, name),
  shell: isWindows,
})

/** The exit status of a child as a shell reports it. */
export const exitCodeOf = (code, signal) => code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)

/** Runs to the end and resolves with the exit code. */
export const run = (file, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: programEnv(), ...options })
    child.once('error', (error) => {
      process.stderr.write(`${file} could not be started: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
  })

/** The folder, new or with nothing in it. */
export const emptyFolder = (folder) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

const modifiedMs = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

const newestMs = (path) => {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return modifiedMs(path)
  return readdirSync(path, { withFileTypes: true }).reduce(
    (newest, entry) => Math.max(newest, newestMs(join(path, entry.name))),
    modifiedMs(path),
  )
}

export const isInstalled = () =>
  existsSync(binFolder) &&
  modifiedMs(inProject('node_modules', '.package-lock.json')) >= modifiedMs(inProject('package-lock.json'))

const isBuilt = () => modifiedMs(builtStamp) >= Math.max(...SOURCES.map((path) => newestMs(inProject(path))))

/** Ends this process where a step before the program failed. */
const stop = (what, code) => {
  process.stderr.write(`${what} failed (exit code ${code}). The lines above say why.\n`)
  process.exit(code)
}

const say = (text) => process.stderr.write(`${text}\n`)
/** Children of the steps before a program write to stderr: stdout belongs to the program. */
const onStderr = ['ignore', 2, 2]

// npm replaces node_modules, so it must not run on the Node that lives in there.
const npmCi = () => {
  const env = { ...process.env, [pathName]: pathParts.filter((part) => part !== binFolder).join(delimiter) }
  const npmCli = process.env.npm_execpath
  const outerNode = process.env.npm_node_execpath
  return npmCli?.endsWith('.js') && outerNode && !outerNode.startsWith(inProject('node_modules'))
    ? run(outerNode, [npmCli, 'ci', '--no-fund', '--no-audit', '--loglevel=error'], { env, stdio: onStderr })
    : run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { env, stdio: onStderr, shell: isWindows })
}

const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

export const ensureInstalled = async () => {
  if (isInstalled()) return
  // npm ci empties the folder behind a link, which is another project's.
  if (isLink(inProject('node_modules'))) {
    say(
      'node_modules is a link to another folder, and does not fit package-lock.json. Remove the link, then try again.',
    )
    process.exit(1)
  }
  say('Installing the dependencies (npm ci). The first time this takes a minute or two.')
  const code = await npmCi()
  if (code !== 0) stop('Installing', code)
  if (!isInstalled()) {
    // npm keeps the file's time where nothing changed; ours is the proof that this lock file is installed.
    const now = new Date()
    utimesSync(inProject('node_modules', '.package-lock.json'), now, now)
  }
}

export const build = async ({ isQuiet = false } = {}) => {
  rmSync(builtStamp, { force: true })
  // The files of the bundles get other names.
  rmSync(codeFolder, { recursive: true, force: true })
  const startedAt = new Date()
  const { file, shell } = binFile('electron-vite')
  const args = ['build', ...(isQuiet ? ['--logLevel', 'warn'] : [])]
  const code = await run(file, args, { stdio: onStderr, shell, env: programEnv() })
  if (code !== 0) return code
  mkdirSync(inProject('out'), { recursive: true })
  writeFileSync(builtStamp, '')
  // A source edited while the build ran is newer than the stamp.
  utimesSync(builtStamp, startedAt, startedAt)
  return 0
}

export const ensureBuilt = async () => {
  if (isBuilt()) return
  say('Building Agency Desk.')
  const code = await build({ isQuiet: true })
  if (code !== 0) stop('Building', code)
}

export const ensureReady = async () => {
  await ensureInstalled()
  await ensureBuilt()
}
