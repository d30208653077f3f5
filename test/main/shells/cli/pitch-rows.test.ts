// A file of pitches: which rows are read, and how those that cannot be sent are named.
import { expect, test } from 'vitest'
import { inRows, type PitchRow, readPitchRows } from '../../../../src-main/shells/cli/pitch-rows.ts'
import { DeskError } from '../../../../src-shared/desk/errors.ts'

const HEAD = 'brand,prospectEmailId,subject,body'
const brandIdOf = (name: string) => (name.startsWith('b') ? name.toUpperCase() : null)
const read = (text: string, isJson = false) => readPitchRows({ text, isJson }, brandIdOf)
const refusalOf = (text: string, isJson = false): DeskError => {
  try {
    read(text, isJson)
  } catch (error) {
    if (error instanceof DeskError) return error
  }
  throw new Error('The file was read.')
}
const issuesOf = (text: string, isJson = false) =>
  refusalOf(text, isJson).detail?.issues?.map(({ path, message }) => `${path} ${message}`)

test('rows are read by brand with their numbers, names and contacts without spaces, texts as they are', () => {
  const text = `\ufeff${HEAD}\r\n b1 , c1 , Hello ,A body\r\n\r\nb2,c2,S,B\r\nb1,c2,S,B\r\n`
  expect([...read(text)]).toEqual([
    [
      'B1',
      [
        { row: 1, brand: 'b1', prospectEmailId: 'c1', subject: ' Hello ', body: 'A body' },
        { row: 3, brand: 'b1', prospectEmailId: 'c2', subject: 'S', body: 'B' },
      ],
    ],
    ['B2', [{ row: 2, brand: 'b2', prospectEmailId: 'c2', subject: 'S', body: 'B' }]],
  ])
  const line = JSON.stringify({ brand: 'b1', prospectEmailId: 'c1', subject: 'S', body: 'B', more: 1 })
  expect([...read(`${line}\n \n${line.replace('c1', 'c2')}`, true).values()].flat().map(({ row }) => row)).toEqual([
    1, 2,
  ])
})

test('each field that is missing or empty is named with its row', () => {
  expect(issuesOf(`${HEAD}\nb1,c1, ,B\nx,c1,S,B\n,,S,B`)).toEqual([
    'rows.1.subject is empty',
    'rows.2.brand is not a brand of this desk: x',
    'rows.3.brand is empty',
    'rows.3.prospectEmailId is empty',
  ])
  expect(issuesOf('{"brand":"b1","subject":7,"body":"B"}\nnull\nno', true)).toEqual([
    'rows.1.prospectEmailId is missing',
    'rows.1.subject is empty',
    'rows.2 is not a JSON object',
    'rows.3 is not a JSON object',
  ])
})

test('the message counts the rows, and a hundred of them are listed', () => {
  expect(refusalOf(`${HEAD}\nb1,,,B`).message).toBe(
    '1 row is invalid; the first: rows.1.prospectEmailId is empty. Nothing was sent.',
  )
  const many = refusalOf(`${HEAD}\n${'x,c1,S,B\n'.repeat(101)}`)
  expect(many.message).toMatch(/^101 rows are invalid; the first: rows\.1\.brand /)
  expect(many.detail?.issues).toHaveLength(100)
  expect(refusalOf(HEAD).message).toBe('The file has no pitches. Nothing was sent.')
  expect(refusalOf(`${HEAD}\n"b1`).message).toMatch(/^The file is not CSV: .* Nothing was sent\.$/)
})

test('a contact may be in the file once for each brand', () => {
  expect(issuesOf(`${HEAD}\nb1,c1,S,B\nb2,c1,S,B\nb1,c1,S,B\nb1,c1,S,B`)).toEqual([
    'rows.3.prospectEmailId is also the contact of row 1',
    'rows.4.prospectEmailId is also the contact of row 1',
  ])
})

test('an error about items of a call names the rows of the file', () => {
  const pitches = [4, 7].map((row): PitchRow => ({ row, brand: 'b', prospectEmailId: 'c', subject: 'S', body: 'B' }))
  const issues = [{ path: 'items.1.subject', message: 'as items.0' }]
  const named = inRows(new DeskError('invalid', 'See items.1 and items.2.', { brandId: 'b', issues }), pitches)
  expect(named).toMatchObject({ kind: 'invalid', message: 'See rows.7 and items.2.' })
  expect(named.detail).toEqual({ brandId: 'b', issues: [{ path: 'rows.7.subject', message: 'as rows.4' }] })
  const plain = new DeskError('invalid', 'See items.1.')
  expect(inRows(plain, pitches)).toBe(plain)
})
