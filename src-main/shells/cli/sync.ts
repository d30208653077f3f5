import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { DATASETS, type Dataset, type SyncRun } from '../../../src-shared/desk/sync.ts'
import { callDesk } from '../../desk.ts'
import { createProgress, runSummary } from '../progress.ts'
import { JSON_OPTION, type Options, parse, splitList } from './arguments.ts'
import { type Command, type CommandDesk, findBrandIds, type Terminal, UsageError, writeJson } from './command.ts'
import { suggestionFor } from './suggest.ts'

const OPTIONS = {
  brands: { type: 'string' },
  datasets: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

/** A desk that ends in the middle sends no event; it is asked now and then. */
const ASK_AGAIN_MS = 2000

const isDataset = (name: string): name is Dataset => DATASETS.some((dataset) => dataset === name)

const checkDatasets = (names: readonly string[] | undefined): Dataset[] | undefined =>
  names?.map((name) => {
    if (isDataset(name)) return name
    throw new UsageError(
      `There is no dataset "${name}".${suggestionFor(name, DATASETS)} Datasets: ${DATASETS.join(', ')}.`,
    )
  })

/** Waits until the run has ended; Ctrl-C cancels it first. */
const waitForEnd = async (desk: CommandDesk, terminal: Terminal, runId: string): Promise<SyncRun> => {
  let latest: SyncRun | undefined
  let wake = () => {}
  const progress = createProgress({
    ...(terminal.stderr.isTTY === undefined ? {} : { isTTY: terminal.stderr.isTTY }),
    ...(terminal.stderr.columns === undefined ? {} : { columns: terminal.stderr.columns }),
    write: (text) => void terminal.stderr.write(text),
  })
  const stop = desk.subscribe((event) => {
    if (event.name !== 'sync.progress' || event.payload.run.runId !== runId) return
    latest = event.payload.run
    if (latest.endedAt === null) progress.onEvent(event)
    else wake()
  })
  const cancel = () => void desk.call('sync.cancel', { runId })
  terminal.signal.addEventListener('abort', cancel, { once: true })
  try {
    while (latest?.endedAt === undefined || latest.endedAt === null) {
      const { run } = await callDesk(desk, 'sync.status', {})
      // Another run is under way: ours has ended with its last event, or had nothing to do.
      if (run === null || run.runId !== runId) break
      latest = run
      if (run.endedAt !== null) break
      const ended = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([ended, sleep(ASK_AGAIN_MS)])
    }
  } finally {
    stop()
    terminal.signal.removeEventListener('abort', cancel)
    progress.clear()
  }
  if (latest === undefined) throw new DeskError('cancelled', 'The sync ended before its progress could be followed.')
  return latest
}

type Failure = Pick<CallOutput<'sync.status'>['rows'][number], 'brandId' | 'dataset' | 'error'>

const failuresOf = async (desk: CommandDesk, brandIds: 'all' | string[], datasets: Dataset[] | undefined) => {
  const { rows } = await callDesk(desk, 'sync.status', { brandIds })
  return rows
    .filter((row) => row.state === 'failed' && (datasets === undefined || datasets.includes(row.dataset)))
    .map(({ brandId, dataset, error }): Failure => ({ brandId, dataset, error }))
}

export const syncCommand = (args: string[]): Command => {
  const { values } = parse(args, OPTIONS, 0)
  const [wanted, datasets] = [splitList(values.brands), checkDatasets(splitList(values.datasets))]
  return async (desk, terminal) => {
    const brandIds = wanted === undefined ? 'all' : await findBrandIds(desk, wanted)
    const started = await callDesk(desk, 'sync.run', { brandIds, ...(datasets === undefined ? {} : { datasets }) })
    const run = await waitForEnd(desk, terminal, started.runId)
    const failures = await failuresOf(desk, brandIds, datasets)
    if (values.json) await writeJson(terminal.stdout, { run, failures })
    else {
      const { brands } = await callDesk(desk, 'brands.list', {})
      const nameOf = (id: string) => brands.find((brand) => brand.id === id)?.name ?? id
      const lines = failures.map((row) => `  ${nameOf(row.brandId)}, ${row.dataset}: ${row.error?.message ?? 'failed'}`)
      await terminal.stdout.write(`${[runSummary(run), ...lines].join('\n')}\n`)
    }
    if (terminal.signal.aborted) return 130
    return run.failed > 0 || failures.length > 0 ? 1 : 0
  }
}
