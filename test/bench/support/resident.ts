// What a process holds, as Linux counts it. RssAnon is its own memory (heaps, buffers, SQLite's page caches), RssFile what
// it shares with files (programs and libraries).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Resident = { readonly rssMb: number; readonly anonMb: number; readonly fileMb: number }

const statusOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

export const residentOf = (pid: number): Resident => {
  const mb = statusOf(pid)
  return { rssMb: mb('VmRSS'), anonMb: mb('RssAnon'), fileMb: mb('RssFile') }
}

/** The most at any moment until `stop`: Linux keeps this mark itself. Its parts are those of the largest of many looks. */
export const watchPeak = (pid: number): { stop: () => Resident } => {
  writeFileSync(`/proc/${pid}/clear_refs`, '5') // the mark starts again from what the process holds now
  let peak = residentOf(pid)
  const look = () => {
    const now = residentOf(pid)
    if (now.rssMb > peak.rssMb) peak = now
  }
  const timer = setInterval(look, 20)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return { ...peak, rssMb: Math.max(peak.rssMb, statusOf(pid)('VmHWM')) }
    },
  }
}

type HeapReport = { readonly totalCommittedMemory: number; readonly externalMemory: number }
type Report = {
  readonly javascriptHeap: HeapReport
  readonly workers: readonly { readonly javascriptHeap: HeapReport }[]
}

/** What a process needs to write a report at SIGUSR2 into this folder. */
export const reporting = (folder: string) => ({
  NODE_OPTIONS: `--report-on-signal --report-compact --report-exclude-network --report-directory=${folder}`,
})

/** The heaps and external memory of the main thread and of all others, from the reports in the folder; the largest. */
export const heapsIn = (folder: string): { mainHeapMb: number; threadHeapsMb: number; externalMb: number } => {
  const files = readdirSync(folder).filter((file) => file.startsWith('report.'))
  const all = files.map((file) => {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report // Node's diagnostic report
    const threads = report.workers.map((worker) => worker.javascriptHeap)
    const sum = (heaps: readonly HeapReport[], field: keyof HeapReport) =>
      heaps.reduce((total, heap) => total + heap[field], 0) / 2 ** 20
    return {
      mainHeapMb: sum([report.javascriptHeap], 'totalCommittedMemory'),
      threadHeapsMb: sum(threads, 'totalCommittedMemory'),
      externalMb: sum([report.javascriptHeap, ...threads], 'externalMemory'),
    }
  })
  const largest = (field: 'mainHeapMb' | 'threadHeapsMb' | 'externalMb') => Math.max(0, ...all.map((one) => one[field]))
  return {
    mainHeapMb: largest('mainHeapMb'),
    threadHeapsMb: largest('threadHeapsMb'),
    externalMb: largest('externalMb'),
  }
}
