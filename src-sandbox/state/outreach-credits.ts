import { ServiceError } from '../service-error.ts'

/** AI credits of one brand. */
export const createCredits = (start: number) => {
  let balance = start
  let charged = 0
  let refunded = 0
  return {
    /** Throws 402 where the balance is too small, and charges nothing then. */
    charge: (amount: number, what: string): void => {
      if (amount > balance) {
        throw new ServiceError(402, `insufficient credits: ${what} costs ${amount}, the balance is ${balance}`)
      }
      balance -= amount
      charged += amount
    },
    refund: (amount: number): void => {
      balance += amount
      refunded += amount
    },
    setBalance: (next: number): void => {
      balance = next
    },
    report: () => ({ balance, charged, refunded }),
  }
}
export type Credits = ReturnType<typeof createCredits>
