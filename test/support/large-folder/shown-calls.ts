// Every call that shows something and needs no more than a brand, with each input that it takes.
import { CALL_NAMES, CALL_READS, type CallName, calls } from '../../../src-shared/desk/contract.ts'

type ShownCall = { readonly key: string; readonly name: CallName; readonly input: object }

const INPUTS = [{}, { brandId: 'b1' }, { brandIds: ['b1'] }] as const

export const shownCalls: readonly ShownCall[] = CALL_NAMES.filter((name) => CALL_READS[name].length > 0)
  .flatMap((name) => INPUTS.map((input) => ({ key: `${name} ${JSON.stringify(input)}`, name, input })))
  .filter(({ name, input }) => calls[name].input.safeParse(input).success)
