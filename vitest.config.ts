import { defineConfig } from 'vitest/config'

/**
 * V8 may abort the process ("Check failed: jit_page.has_value()") when it tiers up the wrapper of a WASM import while
 * threads with WASM of their own come and go. Our tests open and close hundreds of desks in one process, whose store
 * threads strip types by WASM: wrappers are not tiered up there. The built desk runs no WASM in its threads.
 */
const ENGINE = ['--wasm-wrapper-tiering-budget=2000000000']

const common = { environment: 'node' as const, restoreMocks: true, execArgv: ENGINE }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/{shared,main,renderer,sandbox}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...common,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
