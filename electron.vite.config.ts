// Three builds from one file. The main build's names are fixed (out/main/web.js …): the scripts, the shells
// and the installers find each other by them.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { CALL_NAMES, CALL_READS, EVENT_NAMES } from './src-shared/desk/contract.ts'

const here = import.meta.dirname
const source = (path: string) => resolve(here, path)

/** Names the first script in the page: the bundler would make one script of all that the page's source names. */
const firstScript: Plugin = {
  name: 'first-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === 'early')
      if (early?.type !== 'chunk') throw new Error('The build made no first script.')
      const load = (path: string) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `./${path}` },
      })
      const run = { type: 'module', async: true, crossorigin: true, src: `./${early.fileName}` }
      return [{ tag: 'script', attrs: run }, ...early.imports.map(load)].map((tag) => ({
        ...tag,
        injectTo: 'head-prepend' as const,
      }))
    },
  },
}

/** Libraries that cannot be part of a bundle. All others are: finding and reading their files took a third of the start. */
const NATIVE = ['better-sqlite3', 'keytar', 'electron-updater']

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24.14',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        external: [...NATIVE],
        input: {
          electron: source('src-main/shells/electron/index.ts'),
          web: source('src-main/shells/web/index.ts'),
          cli: source('src-main/shells/cli/index.ts'),
          'store-worker': source('src-main/store-worker.ts'),
          'receiver-worker': source('src-main/receiver-worker.ts'),
          sandbox: source('src-sandbox/cli.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    // A sandboxed preload cannot load modules: one CommonJS file, the contract's names written into it, no zod.
    define: { __CALL_NAMES__: JSON.stringify(CALL_NAMES), __EVENT_NAMES__: JSON.stringify(EVENT_NAMES) },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('src-main/shells/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('src-renderer'),
    plugins: [react(), firstScript],
    // The window knows what each call reads, and none of the contract's schemas.
    define: { __CALL_READS__: JSON.stringify(CALL_READS) },
    build: {
      outDir: 'out/renderer',
      minify: true,
      // One sheet: the order of its rules must not depend on which view is opened first.
      cssCodeSplit: false,
      rolldownOptions: { input: { index: source('src-renderer/index.html'), early: source('src-renderer/early.ts') } },
    },
  },
})
