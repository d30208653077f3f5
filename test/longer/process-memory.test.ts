import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startDeskProcess } from '../support/desk-process.ts'

const isLinux = process.platform === 'linux'

/** The TCP ports that a process listens on. */
const portsOf = (pid: number): number[] => {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return [] // closed meanwhile
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(`socket:[${inode}]`))
      .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16)),
  )
}

test.skipIf(!isLinux)('desk opens no inspector and goes on, when it gets SIGUSR1', async () => {
  const desk = await startDeskProcess()
  onTestFinished(async () => void (await desk.stop()))
  await desk.value('webhooks.status', {}) // which waits until the receiver listens
  const before = portsOf(desk.pid)
  expect(before.length).toBeGreaterThan(0)
  process.kill(desk.pid, 'SIGUSR1')
  for (let n = 0; n < 20; n += 1) await desk.value('desk.about', {})
  expect(portsOf(desk.pid)).toEqual(before)
  expect(await desk.stop()).toBe(0)
  expect(desk.output()).not.toContain('Debugger')
})

test.skipIf(!isLinux)('desk and the demo’s sandbox leave no memory in a core dump', async () => {
  const desk = await startDeskProcess({ env: { AGENCY_DESK_DEMO: '1' } })
  onTestFinished(async () => void (await desk.stop()))
  const children = readFileSync(`/proc/${desk.pid}/task/${desk.pid}/children`, 'utf8').trim().split(/\s+/)
  expect(children).toHaveLength(1)
  for (const pid of [desk.pid, ...children]) {
    expect(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()).toBe('00000000')
  }
})
