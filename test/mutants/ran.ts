// Imported by each source and test of a recording: notes which regions run while which test file runs. Threads and child
// processes note too: a child whose parent takes notes adds to these, also where its environment says nothing.
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

declare global {
  var ran: ((region: number) => void) | undefined
  var ranTest: ((file: string) => void) | undefined
}

/** A thread is not told that another test began: it forgets after this time what it noted. */
const FORGETS_AFTER_MS = 200
const { RAN_FOLDER: folder = join(import.meta.dirname, '..', '..', 'ran'), RAN_TEST: startedBy } = process.env

if (globalThis.ran === undefined && existsSync(folder)) {
  const [own, ofParent] = [process.pid, process.ppid].map((pid) => join(folder, String(pid))) as [string, string] // two
  let notes = !existsSync(own) && existsSync(ofParent) ? ofParent : own
  const noted = new Set<number>()
  let forgotAtMs = 0
  if (isMainThread && startedBy !== undefined && notes === own) appendFileSync(notes, `${startedBy}\n`)
  globalThis.ran = (region) => {
    if (!isMainThread && Date.now() - forgotAtMs > FORGETS_AFTER_MS) {
      noted.clear()
      forgotAtMs = Date.now()
    }
    if (noted.has(region)) return
    noted.add(region)
    appendFileSync(notes, `${region}\n`)
  }
  globalThis.ranTest = (file) => {
    noted.clear()
    process.env.RAN_TEST = file
    notes = own
    appendFileSync(notes, `${file}\n`)
  }
}
