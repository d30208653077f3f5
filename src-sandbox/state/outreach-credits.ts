import { ServiceError } from '../service-error.ts'

export type Credits = {
  /** Throws 402 where the balance is too small, and charges nothing then. */
  readonly charge: (amount: number, what: string) => void
  readonly refund: (amount: number) => void
  readonly setBalance: (balance: number) => void
  readonly report: () => { balance: number; charged: number; refunded: number }
}

/** AI credits of one brand. */
export const createCredits = (start: number): Credits => {
  let balance = start
  let charged = 0
  let refunded = 0
  return {
    charge: (amount, what) => {
      if (amount > balance) {
        throw new ServiceError(402, `insufficient credits: ${what} costs ${amount}, the balance is ${balance}`)
      }
      balance -= amount
      charged += amount
    },
    refund: (amount) => {
      balance += amount
      refunded += amount
    },
    setBalance: (next) => {
      balance = next
    },
    report: () => ({ balance, charged, refunded }),
  }
}
