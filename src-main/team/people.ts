// The people of a team. PostgreSQL decides who may do what; a change answers once this desk's own copy has it.
import type { BrandIds } from '../../src-shared/desk/common.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Store, StoreTeam } from '../store/store.ts'
import { mirroredUpTo } from '../store/team/mirrored-up-to.ts'
import { alone } from './rules/alone.ts'
import { scramVerifier } from './rules/scram.ts'

type PeopleCall =
  | 'people'
  | 'addPerson'
  | 'removePerson'
  | 'setRole'
  | 'setBrands'
  | 'setApproval'
  | 'pauses'
  | 'liftPause'
  | 'gc'
export type PeopleHandlers = Pick<Handlers, `team.${PeopleCall}`>

export type PeopleDeps = {
  readonly store: Pick<Store, 'read' | 'team'>
  /** As they are stored. */
  readonly listBrands: () => Promise<readonly { readonly id: string; readonly demo: boolean }[]>
}

export const createPeopleHandlers = ({ store, listBrands }: PeopleDeps): PeopleHandlers => {
  const teamHere = (): StoreTeam => {
    if (store.team === null) throw alone()
    return store.team
  }
  const changed = async (ask: (team: StoreTeam) => Promise<number>): Promise<Record<string, never>> => {
    const team = teamHere()
    await mirroredUpTo(team, await ask(team))
    return {}
  }

  /** Each brand has its own rule: "all" are those that are there now. */
  const named = async (brandIds: BrandIds): Promise<readonly string[]> =>
    brandIds === 'all' ? (await listBrands()).filter(({ demo }) => !demo).map(({ id }) => id) : brandIds

  return {
    'team.people': async () => {
      const me = teamHere().state().login
      const { people, needsApproval } = await store.read('people.list', {})
      return { people: people.map((person) => ({ ...person, isMe: person.login === me })), needsApproval }
    },
    'team.addPerson': ({ password, ...person }) =>
      changed(async (team) => {
        const verifier = password === undefined ? null : await scramVerifier(password)
        return team.query('people.add', { ...person, verifier })
      }),
    'team.removePerson': async ({ login }) => {
      const team = teamHere()
      const { no, leftToDo } = await team.query('people.remove', { login })
      await mirroredUpTo(team, no)
      return { leftToDo: [...leftToDo] }
    },
    'team.setRole': (person) => changed((team) => team.query('people.setRole', person)),
    'team.setBrands': (person) => changed((team) => team.query('people.setBrands', person)),
    'team.setApproval': ({ brandIds, needsApproval }) =>
      changed(async (team) => team.query('people.setApproval', { brandIds: await named(brandIds), needsApproval })),
    'team.pauses': async () => ({ pauses: await teamHere().query('team.pauses', {}) }),
    'team.liftPause': async ({ no }) => {
      await teamHere().query('team.liftPause', { no })
      return {}
    },
    'team.gc': async ({ olderThanDays }) => ({ deleted: await teamHere().query('team.collect', { olderThanDays }) }),
  }
}
