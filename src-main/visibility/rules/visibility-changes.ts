/** What AI tracking of a brand is set to. A part that was never read is null. */
export type VisibilityState = {
  /** By id: its name, and 1 where it is on. */
  readonly models: readonly (readonly [id: string, name: string, isOn: number])[] | null
  readonly intervalDays: number | null
}

export type VisibilityChange =
  | { readonly kind: 'model'; readonly on: readonly string[]; readonly off: readonly string[] }
  | { readonly kind: 'interval'; readonly from: number; readonly to: number }

/** Models that were switched, and another interval. A model that came or went was not switched by anybody. */
export const changesBetween = (before: VisibilityState, after: VisibilityState): VisibilityChange[] => {
  const was = new Map(before.models?.map(([id, , isOn]) => [id, isOn]))
  const switched = (after.models ?? []).filter(([id, , isOn]) => was.has(id) && was.get(id) !== isOn)
  const names = (wanted: number) => switched.filter(([, , isOn]) => isOn === wanted).map(([, name]) => name)
  const [from, to] = [before.intervalDays, after.intervalDays]
  return [
    ...(switched.length === 0 ? [] : [{ kind: 'model' as const, on: names(1), off: names(0) }]),
    ...(from === null || to === null || from === to ? [] : [{ kind: 'interval' as const, from, to }]),
  ]
}
