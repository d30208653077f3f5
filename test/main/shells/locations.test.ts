import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { locate } from '../../../src-main/shells/locations.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const at = (...path: string[]) => pathToFileURL(join(root, ...path)).href

test('the parts are found from an entry of the sources and from a built one, and without an address nothing is updated', () => {
  const sources = locate(at('src-main', 'shells', 'serve', 'index.ts'))
  expect(fileURLToPath(sources.workerUrl)).toBe(join(root, 'src-main', 'store-worker.ts'))
  expect(sources.queryFile).toBe(join(root, 'src-main', 'query-process.ts'))
  const built = locate(at('out', 'main', 'serve.js'))
  expect(fileURLToPath(built.workerUrl)).toBe(join(root, 'out', 'main', 'store-worker.js'))
  expect(built.sandboxFile).toBe(join(root, 'out', 'main', 'sandbox.js'))
  for (const { hasUpdates, preloadFile } of [sources, built])
    expect([hasUpdates, preloadFile]).toEqual([false, join(root, 'out', 'preload', 'preload.cjs')])
})
