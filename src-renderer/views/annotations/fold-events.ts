import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'

/** What happened of one kind on one day. */
export type Fold = {
  readonly day: string
  readonly kind: AnnotationKind
  readonly events: readonly Annotation[]
  /** There may be more of this day that were not read yet. */
  readonly isPart: boolean
}

/** Events, the newest first, folded by day and kind; `isAll`: there are no earlier ones. */
export const foldEvents = (events: readonly Annotation[], isAll: boolean): readonly Fold[] => {
  const last = events.at(-1)?.day
  const byFold = Map.groupBy(events, ({ day, kind }) => `${day} ${kind}`)
  return [...byFold.values()].flatMap((of) => {
    const [first] = of
    return first === undefined
      ? []
      : [{ day: first.day, kind: first.kind, events: of, isPart: !isAll && first.day === last }]
  })
}
