// Three builds from one file. The main build's names are fixed (out/main/web.js …): the scripts, the shells
// and the installers find each other by them.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { CALL_NAMES, CALL_READS, EVENT_NAMES } from './src-shared/desk/contract.ts'

const here = import.meta.dirname
const source = (path: string) => resolve(here, path)

/** The letters of most texts: asked for at once, the first rows are drawn with them. */
const FIRST_FONT = /inter-latin-wght-normal[^/]*\.woff2$/

/** Names the font in the page: the bundler leaves it to the sheet. */
const firstFont: Plugin = {
  name: 'first-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name))
      if (font === undefined) throw new Error('The build made no font.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
}

/** Libraries that cannot be part of a bundle. All others are: finding and reading their files took a third of the start. */
const NATIVE = ['better-sqlite3', 'keytar', 'electron-updater']
/** Parts of `pg` for other ways to connect, which nobody asks it for. */
const NOT_USED = ['pg-native', 'pg-cloudflare']

/** What threads without schemas need: the bundler would put it beside the schemas, and load them at the start. */
const NO_SCHEMAS = [{ name: 'providers', test: /src-shared[\\/]service[\\/]providers\.ts$/ }]

const IS_NO_ENTRY = /^(?!.*src-renderer[\\/](main\.tsx|index\.html))/

/** What the page needs before its first rows, in one script; the bundler would make eleven. */
const GROUPS = [{ name: 'start', tags: ['$initial' as const], test: IS_NO_ENTRY }]

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24.14',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        external: [...NATIVE, ...NOT_USED],
        input: {
          electron: source('src-main/shells/electron/index.ts'),
          web: source('src-main/shells/web/index.ts'),
          cli: source('src-main/shells/cli/index.ts'),
          serve: source('src-main/shells/serve/index.ts'),
          'store-worker': source('src-main/store-worker.ts'),
          'receiver-worker': source('src-main/receiver-worker.ts'),
          'query-process': source('src-main/query-process.ts'),
          sandbox: source('src-sandbox/cli.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: NO_SCHEMAS },
        },
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
    plugins: [react(), firstFont],
    // The window knows what each call reads, and none of the contract's schemas.
    define: { __CALL_READS__: JSON.stringify(CALL_READS) },
    build: {
      outDir: 'out/renderer',
      minify: true,
      // The script of the start is one file on purpose (decision 48); the build would warn of it at the first `npm start`.
      chunkSizeWarningLimit: 680,
      // One sheet: the order of its rules must not depend on which view is opened first.
      cssCodeSplit: false,
      rolldownOptions: {
        input: source('src-renderer/index.html'),
        output: { codeSplitting: { groups: GROUPS } },
      },
    },
  },
})
