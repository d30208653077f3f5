import { z } from 'zod'
import { BrandIdsSchema, DaySchema, EmptySchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call } from './define.ts'
import { ANNOTATION_KINDS } from './values/annotation-kinds.ts'
import { PersonRefSchema } from './values/attribution.ts'

export const AnnotationKindSchema = z.enum(ANNOTATION_KINDS)
export type AnnotationKind = z.infer<typeof AnnotationKindSchema>

export const NOTE_MAX = 20_000
/** Notes that one call removes or brings back. */
export const NOTES_AT_ONCE = 500

const NoteIdSchema = z.string().min(1).max(64)
const PageSchema = z.string().trim().min(1).max(2000)

const noteFields = {
  day: DaySchema,
  /** The last day of a note on several; null: on one day. */
  untilDay: DaySchema.nullable().default(null),
  brandIds: BrandIdsSchema,
  /** It is about one keyword, or one page (part of its address is enough). */
  keyword: z.string().trim().min(1).max(2000).nullable().default(null),
  page: PageSchema.nullable().default(null),
  /** Markdown. */
  text: z.string().trim().min(1).max(NOTE_MAX),
}
type Days = { readonly day: string; readonly untilDay: string | null }
const isInOrder = ({ day, untilDay }: Days): boolean => untilDay === null || untilDay >= day
const inOrder = { error: 'the last day comes before the first', path: ['untilDay'] }

export const AnnotationSchema = z.object({
  /** Of a note: another one after each change. */
  id: z.string(),
  kind: AnnotationKindSchema,
  /** In UTC, as all days of the desk. */
  day: DaySchema,
  untilDay: DaySchema.nullable(),
  brandIds: BrandIdsSchema,
  keyword: z.string().nullable(),
  page: z.string().nullable(),
  /** Markdown of a note; else one sentence. */
  text: z.string(),
  /** What the desk saw itself is about: an article's slug, or an audited address. Null for all other kinds. */
  subject: z.string().nullable(),
  /** When a note was written; else when it happened. */
  at: InstantSchema,
  /** In a team: who wrote it, or who did it as far as the desk knows. */
  by: PersonRefSchema.nullable(),
  /** Where it happened: a place of the window. */
  link: z.object({ view: z.string(), params: z.record(z.string(), z.string()) }).nullable(),
})
export type Annotation = z.infer<typeof AnnotationSchema>

const RemovedNoteSchema = z.object({ ...noteFields, at: InstantSchema })

export const annotationCalls = {
  /** Newest first. A search finds all its words, in any order; letter case does not matter. */
  'annotations.list': call({
    input: z
      .object({
        ...pageInput,
        from: DaySchema.optional(),
        to: DaySchema.optional(),
        kinds: z.array(AnnotationKindSchema).min(1).optional(),
        /** Of one brand: what concerns this keyword. Its own notes, those on no keyword, and articles that rank for it. */
        keyword: z.string().min(1).max(2000).optional(),
      })
      .refine(({ keyword, brandIds }) => keyword === undefined || (brandIds !== 'all' && brandIds.length === 1), {
        error: 'a keyword is of one brand: name it in brandIds',
        path: ['keyword'],
      }),
    output: pageOf(AnnotationSchema),
    reads: ['annotations', 'articles', 'intents', 'visibility', 'connectors', 'outbox', 'audits', 'rankings', 'brands'],
  }),
  /** Writes a note, or changes the one with this id. `not-found`: it was changed or removed meanwhile. */
  'annotations.save': call({
    input: z.object({ id: NoteIdSchema.optional(), ...noteFields }).refine(isInOrder, inOrder),
    output: z.object({ id: NoteIdSchema }),
    reads: [],
  }),
  /** Removes notes; `removed` brings them back by `annotations.restore`. */
  'annotations.remove': call({
    input: z.object({ ids: z.array(NoteIdSchema).min(1).max(NOTES_AT_ONCE) }),
    output: z.object({ removed: z.array(RemovedNoteSchema) }),
    reads: [],
  }),
  'annotations.restore': call({
    input: z.object({ notes: z.array(RemovedNoteSchema.refine(isInOrder, inOrder)).min(1).max(NOTES_AT_ONCE) }),
    output: EmptySchema,
    reads: [],
  }),
}
