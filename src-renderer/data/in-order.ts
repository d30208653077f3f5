/** Runs one call after the other: of two replies that overtake each other, the older one would stay. */
export const inOrder = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(run: () => Promise<Value>): Promise<Value> => {
    const next = last.then(run)
    last = next.catch(() => undefined) // who asked gets the error
    return next
  }
}
