// A desk without a window, for a server: it receives webhooks, syncs and sends until it is ended.
import { runBundle } from './lib/child.mjs'
import { ensureReady } from './lib/project.mjs'

await ensureReady()
process.exit(await runBundle('serve.js', []))
