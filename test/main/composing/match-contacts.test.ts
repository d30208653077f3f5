import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toVariableName } from '../../../src-main/composing/rules/csv-columns.ts'
import { openComposing, person } from '../../support/composing-desk.ts'

const openWithPeople = async () => {
  const desk = await openComposing('Acme', 'Beta')
  const { brandId, people, call, ids } = desk
  await people(brandId, [
    person('c1'),
    person('c2'),
    person('c3', { email: 'C2@c2.test' }),
    person('c4', { email: null }),
  ])
  await people(ids[1] ?? '', [person('b1')])
  const match = (csv: string) => call('outreach.matchContacts', { brandId, csv })
  const issues = async (csv: string) => {
    const error = await match(csv).then(
      () => undefined,
      (reason: { kind: string; detail: { issues: { path: string; message: string }[] } }) => reason,
    )
    expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining('No rows were added.') })
    return error?.detail.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
  }
  return { ...desk, match, issues }
}

test('people are matched by id or by address, and other columns become variables', async () => {
  const { match, brandId } = await openWithPeople()
  const csv =
    'Prospect Email ID,E-mail,First name,City\r\nc2,,Jo,"Köln, ""Mitte""\nDom"\r\n, C1@C1.test ,,\r\nc4,,Al,Rome\r\n'
  expect(await match(csv)).toEqual({
    columns: ['First_name', 'City'],
    recipients: [
      { brandId, contactId: 'c2', variables: { First_name: 'Jo', City: 'Köln, "Mitte"\nDom' } },
      { brandId, contactId: 'c1', variables: { First_name: '', City: '' } },
      { brandId, contactId: 'c4', variables: { First_name: 'Al', City: 'Rome' } },
    ],
  })
})

test.each([
  ['a byte order mark', '\uFEFFemail,x\nc1@c1.test,1\n'],
  ['semicolons', 'email;x\nc1@c1.test;1\n'],
  ['tabs', 'email\tx\nc1@c1.test\t1'],
  ['semicolons, with commas in quotes', '"email";"x";"a,b,c,d"\nc1@c1.test;1;z\n'],
  ['empty lines', '\nemail,x\n\n\nc1@c1.test,1\n\n'],
  ['old new lines', 'email,x\rc1@c1.test,1\r'],
])('%s is read', async (_what, csv) => {
  const { match } = await openWithPeople()
  const { recipients } = await match(csv)
  expect(recipients).toMatchObject([{ contactId: 'c1', variables: { x: '1' } }])
})

test('every broken row is reported, with its number and field', async () => {
  const { issues } = await openWithPeople()
  const rows = ['c1,', 'nobody,', ',no@c1.test', ',c2@c2.test', ',', 'c1,', 'c2,c1@c1.test', 'b1,', 'c1', 'c4,,,']
  expect(await issues(`id,email\n${rows.join('\n')}\n`)).toEqual([
    'rows.2.id: "nobody" is no contact of Acme',
    'rows.3.email: "no@c1.test" is no contact of Acme',
    'rows.4.email: "c2@c2.test" belongs to 2 contacts of Acme: give prospectEmailId',
    'rows.5.email: has neither an id nor an address',
    'rows.6.id: is already in row 1',
    'rows.7.email: "c1@c1.test" is not the address of the contact "c2"',
    'rows.8.id: "b1" is no contact of Acme',
    'rows.9: has 1 cells, the header 2',
    'rows.10: has 4 cells, the header 2',
  ])
})

test.each([
  ['nothing', '', 'rows: are missing'],
  ['a header alone', 'email\n', 'rows: are missing'],
  ['nothing that tells who is meant', 'name,city\nJane,Rome\n', 'header: has no column prospectEmailId or email'],
  [
    'two columns of one name',
    'email,First name,First-name\nc1@c1.test,a,b',
    'header: "First name" and "First-name" are both {{ First_name }}',
  ],
  ['an open quote', 'email,x\nc1@c1.test,"open\n', 'rows.1: Quote Not Closed'],
  ['a long cell', `email,x\nc1@c1.test,${'x'.repeat(10_001)}\n`, 'rows.1.x: is longer than 10000 characters'],
  ['too many rows', `email\n${'c1@c1.test\n'.repeat(10_001)}`, 'rows: are too many'],
])('%s is refused', async (_what, csv, expected) => {
  const { issues } = await openWithPeople()
  expect((await issues(csv))[0]).toContain(expected)
})

test('at most two hundred broken rows are reported', async () => {
  const { issues } = await openWithPeople()
  expect(await issues(`id\n${Array.from({ length: 300 }, (_, at) => `x${at}`).join('\n')}`)).toHaveLength(200)
})

test('an unknown brand is not found', async () => {
  const { call } = await openWithPeople()
  await expect(call('outreach.matchContacts', { brandId: 'none', csv: 'id\nc1' })).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('any cell is read as it was written', async () => {
  const { match } = await openWithPeople()
  const cell = fc.string({ unit: 'grapheme', maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(cell, cell, fc.constantFrom(',', ';', '\t'), async (one, other, delimiter) => {
      const csv = stringify(
        [
          ['email', 'one', 'other'],
          ['c1@c1.test', one, other],
        ],
        { delimiter, quoted: true },
      )
      expect((await match(csv)).recipients[0]?.variables).toEqual({ one, other })
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['City', 'City'],
  ['First name (given)', 'First_name_given'],
  ['Größe', 'Größe'],
  ['2nd', '_2nd'],
  ['brand', 'brand_'],
  ['true', 'true_'],
  ['', 'column_4'],
  ['__proto__', 'proto'],
])('the header %j is {{ %s }}', (header, name) => {
  expect(toVariableName(header, 3)).toBe(name)
})
