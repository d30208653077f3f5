// Once a run of the tests, the workers of store and receiver are put into one file each: each test file starts some threads,
// and a thread that loads a hundred sources by itself takes three times as long to be there.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

const root = join(import.meta.dirname, '..', '..')
const cacheFolder = join(root, '.cache')

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the store's worker, as a string. */
    storeWorker: string
  }
}

const bundle = (outDir: string) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg-native', 'pg-cloudflare'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24.14',
      minify: false,
      rolldownOptions: {
        input: { 'store-worker': 'test/support/store-thread.ts', 'receiver-worker': 'src-main/receiver-worker.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
  })

export const setup = async (project: TestProject): Promise<() => void> => {
  mkdirSync(cacheFolder, { recursive: true })
  // A folder for each run: two at the same time are nothing to each other.
  const outDir = mkdtempSync(join(cacheFolder, 'store-worker-'))
  await bundle(outDir)
  project.onTestsRerun(async () => {
    await bundle(outDir)
  })
  project.provide('storeWorker', pathToFileURL(join(outDir, 'store-worker.js')).href)
  return () => rmSync(outDir, { recursive: true, force: true })
}
