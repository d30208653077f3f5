/** Work that looks at what waits on this desk and then writes more of it: one after the other, whoever asks for it. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>

export const createTurns = (): InTurn => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
