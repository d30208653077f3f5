// What a column of a shared table has to hold, where its type and its name do not say it.

/** As a schema of zod. Threads without a team never load one. */
type Schema = { readonly safeParse: (value: unknown) => { readonly success: boolean } }
/** The outer kind of JSON. */
export type JsonKind = 'texts' | 'list' | 'object' | 'any'

/** All values of a text, how long it may be, its pattern, or what its JSON is. */
export type ColumnRule =
  | readonly string[]
  | number
  | RegExp
  | JsonKind
  | {
      readonly json: JsonKind
      /** What is inside. */
      readonly isFit?: (value: unknown) => boolean
      readonly schema?: () => Promise<Schema>
    }
