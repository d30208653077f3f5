// A process of its own that starts on a filled cache, answers what a person first sees, then works: prints its times and
// its memory, all threads.
import { openStore } from '../../src-main/store/open.ts'
import type { FilledCache } from './rank-cache.ts'
import { yearCases } from './year-cases.ts'

export type DeskFigures = { readonly startMs: number; readonly startMib: number; readonly workedMib: number }

const filled = JSON.parse(process.argv[2] ?? '') as FilledCache // as year.ts passes it
const mib = () => process.memoryUsage().rss / 2 ** 20

const startedAt = performance.now()
const store = await openStore({ ...filled.files, onNotice: ({ message }) => console.error(message) })
const opened = { filled, store }
await store.read('brands.overview', { brandIds: filled.brandIds })
await yearCases[1]?.run(opened, 0)
const [startMs, startMib] = [performance.now() - startedAt, mib()]
for (const { run } of yearCases) for (let round = 0; round < 2; round += 1) await run(opened, round)
const figures: DeskFigures = { startMs, startMib, workedMib: mib() }
await store.close()
console.log(JSON.stringify(figures))
