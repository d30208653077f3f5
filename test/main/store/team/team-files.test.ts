import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareTeamFile, readTeamFile, removeTeamFile } from '../../../../src-main/store/team/team-files.ts'
import { tempHome } from '../../../support/temp-home.ts'

const file = { teamId: 't1', url: 'postgres://ann@db/team', login: 'ann', deskId: 'd1', deskNo: 2, deskName: 'office' }

test('team.json is there from its commit on, for its owner alone, until it is removed', () => {
  const { home } = tempHome()
  expect(readTeamFile(home)).toBeNull()
  const prepared = prepareTeamFile(home, file)
  expect(readTeamFile(home)).toBeNull()
  prepared.commit()
  expect(readTeamFile(home)).toEqual(file)
  expect(statSync(join(home, 'team.json')).mode & 0o777).toBe(0o600)
  removeTeamFile(home)
  expect(readTeamFile(home)).toBeNull()
})

test('a team.json that was given up leaves nothing', () => {
  const { home } = tempHome()
  prepareTeamFile(home, file).drop()
  expect(existsSync(join(home, 'team.json.writing'))).toBe(false)
})

test.each(['', '{"teamId":"t1"}', '{"deskNo":0}', readFileSync(import.meta.filename, 'utf8')])(
  'a team.json that cannot be understood is refused, not taken for a desk alone',
  (text) => {
    const { home } = tempHome()
    writeFileSync(join(home, 'team.json'), text)
    expect(() => readTeamFile(home)).toThrow(/cannot be read/)
  },
)
