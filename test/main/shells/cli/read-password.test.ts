import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from '../../../../src-main/shells/cli/read-password.ts'

const screen = () => {
  let text = ''
  const output = new PassThrough()
  output.on('data', (data) => {
    text += String(data)
  })
  return { output, text: () => text }
}

test('a password typed on a terminal is not shown', async () => {
  const { output, text } = screen()
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const answered = readPassword('Password: ', input, output)
  input.write('of-ann\r')
  expect(await answered).toBe('of-ann')
  expect(text()).toBe('Password: \n')
})

test('a password comes from the first line of stdin where there is no terminal', async () => {
  const { output, text } = screen()
  expect(await readPassword('Password: ', Readable.from(['of ann\nmore']), output)).toBe('of ann')
  expect(await readPassword('Password: ', Readable.from([]), output)).toBe('')
  expect(text()).toBe('')
})
