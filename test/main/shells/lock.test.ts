import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { lockHolder, takeLock } from '../../../src-main/shells/lock.ts'
import { reachDesk } from '../../../src-main/shells/reach.ts'
import { tempHome } from '../../support/temp-home.ts'

const lockFile = join(import.meta.dirname, '../../../src-main/shells/lock.ts')

/** A process that takes the lock on command, says whether it got it, and holds it until it is killed. */
const startContender = async (home: string) => {
  const script = `
    const { takeLock } = await import(${JSON.stringify(lockFile)})
    process.stdout.write('up\\n')
    process.stdin.once('data', () => {
      process.stdout.write((takeLock(${JSON.stringify(home)}) === null ? 'refused' : 'held') + '\\n')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    take: async () => {
      child.stdin.write('now\n')
      return String((await lines.next()).value)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('the lock is one per folder, and free again once it is released', () => {
  const { home } = tempHome()
  const folder = join(home, 'new', 'folder')
  const lock = takeLock(folder)
  expect(lock).not.toBeNull()
  const rightsOf = (path: string) => statSync(path).mode & 0o777
  expect([folder, join(folder, 'desk.lock'), join(folder, 'desk.pid')].map(rightsOf)).toEqual([0o700, 0o600, 0o600])
  expect(takeLock(folder)).toBeNull()
  expect(takeLock(home)).not.toBeNull()
  lock?.release()
  expect(takeLock(folder)).not.toBeNull()
})

test('of processes that race for the lock exactly one gets it; after a kill the next one can', async () => {
  const { home } = tempHome()
  const contenders = await Promise.all(Array.from({ length: 4 }, () => startContender(home)))
  const answers = await Promise.all(contenders.map((contender) => contender.take()))
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused', 'refused'])
  expect(takeLock(home)).toBeNull()
  await contenders[answers.indexOf('held')]?.kill()
  expect(existsSync(join(home, 'desk.lock'))).toBe(true)
  const lock = takeLock(home)
  expect(lock).not.toBeNull()
  lock?.release()
})

test('a damaged lock file is made again, and the lock is still one per folder', async () => {
  const { home } = tempHome()
  writeFileSync(join(home, 'desk.lock'), 'not a database at all, '.repeat(400))
  const contenders = await Promise.all(Array.from({ length: 4 }, () => startContender(home)))
  const answers = await Promise.all(contenders.map((contender) => contender.take()))
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused', 'refused'])
})

test('the lock names the process that holds it', () => {
  const { home } = tempHome()
  expect(lockHolder(home)).toBeNull()
  const lock = takeLock(home)
  expect(lockHolder(home)).toBe(process.pid)
  lock?.release()
  expect(lockHolder(home)).toBeNull()
  writeFileSync(join(home, 'desk.pid'), 'nonsense')
  expect(lockHolder(home)).toBeNull()
})

test('a desk that does not answer is named by its process, and without one where the id cannot be read', async () => {
  const { home } = tempHome()
  const lock = takeLock(home)
  onTestFinished(() => lock?.release())
  const reached = () =>
    reachDesk(
      home,
      async () => null,
      async () => undefined,
    )
  await expect(reached()).rejects.toThrow(`Another process (${process.pid}) holds the data folder ${home}`)
  writeFileSync(join(home, 'desk.pid'), '')
  await expect(reached()).rejects.toThrow('Another process (its id is unknown) holds')
})
