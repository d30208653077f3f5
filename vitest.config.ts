import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * V8 may abort the process ("Check failed: jit_page.has_value()") when it tiers up the wrapper of a WASM import while
 * threads with WASM of their own come and go. Our tests open and close hundreds of desks in one process, whose store
 * threads strip types by WASM: wrappers are not tiered up there. The built desk runs no WASM in its threads.
 */
const ENGINE = ['--wasm-wrapper-tiering-budget=2000000000']

// Workers, worker threads and the desks that tests start keep what Node compiled, and load it from there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

const common = {
  environment: 'node' as const,
  restoreMocks: true,
  execArgv: ENGINE,
  // None of these is ever waited out by a test that passes: a slow machine must not fail one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
  globalSetup: ['test/support/store-worker.ts'],
}

export default defineConfig({
  test: {
    // By default vitest leaves half of a small machine to itself.
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'unit', include: ['test/{shared,main,renderer,sandbox}/**/*.test.{ts,tsx}'] } },
      { test: { ...common, name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      { test: { ...common, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      { test: { ...common, name: 'faults', include: ['test/faults/**/*.test.ts'], fileParallelism: false } },
    ],
  },
})
