// Loaded first into every thread of a desk that is profiled (NODE_OPTIONS=--import): the first SIGUSR2 starts a CPU
// profile of each thread, the second one writes them into the folder PROFILE_FOLDER, a file for each thread.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { BroadcastChannel, isMainThread, threadName } from 'node:worker_threads'

const SAMPLE_EVERY_US = 500
const session = new Session()
session.connect()
const channel = new BroadcastChannel('profile-threads')
channel.unref()

const start = async (): Promise<void> => {
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
  await session.post('Profiler.start')
}
const stop = async (): Promise<void> => {
  const { profile } = await session.post('Profiler.stop')
  const name = isMainThread ? 'main' : threadName
  writeFileSync(join(process.env.PROFILE_FOLDER ?? '.', `${name}.json`), JSON.stringify(profile))
}

let isOn = false
const toggle = (): void => {
  isOn = !isOn
  void (isOn ? start() : stop())
}
channel.onmessage = toggle
if (isMainThread)
  process.on('SIGUSR2', () => {
    channel.postMessage(null)
    toggle()
  })
