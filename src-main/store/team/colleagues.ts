// What other people's desks mean to this one, as rules that a desk alone answers too: so no room asks whether it is in a team.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ReadPosition, Store, StoreTeam } from '../store.ts'
import { mirroredUpTo } from './mirrored-up-to.ts'

export type Colleagues = {
  /** The login of the person here; null: there is nobody to tell apart. */
  readonly me: () => string | null
  /** Whether the person here made what has this login. */
  readonly isMine: (login: string | null) => boolean
  /** Whether it is the desk of this number that others see. */
  readonly isThisDesk: (deskNo: number) => boolean
  /** What this desk has no key for, another one may do. */
  readonly mayHaveKeys: boolean
  /** Everyone who reads what is stored sees every brand. */
  readonly seeEveryBrand: boolean
  /** Somebody else may pitch a contact: who did is said, and a brand has one open pitch to each. */
  readonly sharePitches: boolean
  /** Calls it after changes of others are in the mirror. */
  readonly onChange: (listener: () => void) => void
  /** Does to the rows of all desks what one of these two does: `here` where nobody shares them; `there` resolves with the commit. */
  readonly everywhere: (ways: {
    readonly here: () => Promise<unknown>
    readonly there: (team: StoreTeam) => Promise<number>
  }) => Promise<void>
  /** Throws `conflict` where there are none; `to`: what there is nobody to do. */
  readonly assertThere: (to: string) => void
  /** What all reads from now on see of these shared tables at least; undefined: nobody else changes them. */
  readonly readPosition: (tables: readonly string[]) => ReadPosition | undefined
}

const NOBODY: Colleagues = {
  me: () => null,
  isMine: () => true,
  isThisDesk: () => false,
  mayHaveKeys: false,
  seeEveryBrand: true,
  sharePitches: false,
  onChange: () => undefined,
  everywhere: async ({ here }) => void (await here()),
  assertThere: (to) => {
    throw new DeskError('conflict', `This desk is not in a team: there is nobody ${to}.`)
  },
  readPosition: () => undefined,
}

const ofTeam = (team: StoreTeam): Colleagues => ({
  me: () => team.state().login,
  isMine: (login) => login === team.state().login,
  isThisDesk: (deskNo) => deskNo === team.state().deskNo,
  mayHaveKeys: true,
  seeEveryBrand: false,
  sharePitches: true,
  onChange: (listener) => void team.onMirrored(listener),
  everywhere: async ({ there }) => mirroredUpTo(team, await there(team)),
  assertThere: () => undefined,
  readPosition: (tables) => (tables.length === 0 ? undefined : { position: team.state().position, tables }),
})

export const colleaguesOf = ({ team }: Pick<Store, 'team'>): Colleagues => (team === null ? NOBODY : ofTeam(team))
