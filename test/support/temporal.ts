// Node 24 has no Temporal of its own: unit tests of the window run on the polyfill, as an older browser does.
import { loadTemporal } from '../../src-renderer/temporal.ts'

await loadTemporal()
