// Which room of src-main owns each table and query, and which files name those of another room:
// node test/support/room-borders.ts [root of a checkout] prints them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { type Imports, importsIn } from './imports.ts'

/** In both files: rows of every room hang on its `id` (core.db) or its `no` (cache.db). */
export const KEY_TABLE = 'brand'

const roomOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '(root)')

/** The root and the shells compose the rooms; base and the engine know none. */
const isRoom = (name: string): boolean => !['(root)', 'shells', 'base', 'store'].includes(name)

export type Source = {
  readonly file: string
  readonly room: string
  /** Every text that the file may run as SQL. */
  readonly sql: readonly string[]
  /** Texts that it passes to functions, or lists. */
  readonly passed: readonly string[]
  /** The queries that it asks the store for. */
  readonly asked: readonly string[]
  /** The queries that it declares. */
  readonly declared: readonly string[]
}

type Key = { readonly type: string; readonly name?: string; readonly value?: unknown }
const nameOf = ({ name, value }: Key): string => String(name ?? value)

/** `store.read('x')` and its like, one with a choice of two names, or one whose name begins with a parameter. */
const ASKS = new Set(['read', 'write'])
/** Of store/tables.ts: they make a statement of a table's name. */
const BY_BRAND = new Set(['byBrandId', 'byBrandNo', 'rowsOfBrand', 'countsByBrand', 'newestOf'])
/** Of store/ask.ts: they make a function of a query's name. */
const MAKES = new Set(['readOf', 'writeOf'])

const textsIn = (text: string, file: string) => {
  const sql: string[] = []
  const passed: string[] = []
  const asked: string[] = []
  const declared: string[] = []
  const literals = (start: number, end: number) =>
    Array.from(text.slice(start, end).matchAll(/['`]((?:[A-Za-z]+|\$\{\w+\})\.[A-Za-z]+)['`]/g), ([, name = '']) =>
      name.replace(/^\$\{.*\}/, '*'),
    )
  const visitor = new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && sql.push(value)),
    TemplateLiteral: ({ quasis }) => void sql.push(quasis.map((part) => part.value.cooked ?? '').join(' ? ')),
    ArrayExpression: ({ elements }) => {
      for (const one of elements) if (one?.type === 'Literal' && typeof one.value === 'string') passed.push(one.value)
    },
    CallExpression: ({ callee, arguments: given }) => {
      const [first] = given
      if (first === undefined) return
      for (const one of given) if (one.type === 'Literal' && typeof one.value === 'string') passed.push(one.value)
      const isOfBrand = callee.type === 'Identifier' && BY_BRAND.has(callee.name)
      if (isOfBrand && first.type === 'Literal') sql.push(`FROM ${String(first.value)}`)
      const isAsk = callee.type === 'MemberExpression' && ASKS.has(nameOf(callee.property as Key))
      const isMade = callee.type === 'Identifier' && MAKES.has(callee.name)
      if (isAsk || isMade) asked.push(...literals(first.start, first.end))
    },
    Property: ({ key, value }) => {
      // The pages of store/paging.ts take their table apart from their columns.
      if (nameOf(key as Key) === 'from' && value.type === 'Literal') sql.push(`FROM ${String(value.value)}`)
      if (nameOf(key as Key) === 'from' && value.type === 'TemplateLiteral')
        sql.push(`FROM ${value.quasis.map((part) => part.value.cooked ?? '').join(' ? ')}`)
      if (!file.endsWith('/tables.ts') || value.type !== 'ObjectExpression') return
      if (!['reads', 'core', 'cache', 'queries'].includes(nameOf(key as Key))) return
      for (const one of value.properties)
        if (one.type === 'Property' && one.key.type === 'Literal' && typeof one.key.value === 'string')
          declared.push(one.key.value)
    },
  })
  visitor.visit(parseSync(file, text).program)
  return { sql, passed, asked: [...new Set(asked)], declared }
}

/** The files of the rooms; the schema of PostgreSQL belongs to no room. */
export const sourcesIn = (main: string): Source[] =>
  readdirSync(main, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('store/team/migrations/'))
    .toSorted()
    .map((file) => {
      return { file, room: roomOf(file), ...textsIn(readFileSync(join(main, file), 'utf8'), file) }
    })

const created = (sql: string): string[] =>
  Array.from(sql.matchAll(/\bCREATE (?:VIRTUAL )?TABLE (?!IF NOT)([a-z]\w*)/g), ([, name = '']) => name)

/** The room of each table, by the schema that makes it. */
export const tableOwners = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(
    sources
      .flatMap(({ room, sql }) => sql.flatMap(created).map((table) => [table, room] as const))
      .filter(([table]) => table !== KEY_TABLE),
  )

export const queryOwners = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(sources.flatMap(({ room, declared }) => declared.map((name) => [name, room] as const)))

/** After these a table is named; `FROM` takes a list. */
const NAMED = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON)\s+(?:(?:main|core|cache|inbox|restored)\.)?(\w+)/g
const LISTED = /\bFROM\s+([^()]*?)(?=\b(?:WHERE|GROUP|ORDER|LIMIT|UNION|CROSS|LEFT|JOIN|ON|SET)\b|[();]|$)/g

/** Functions without their arguments, so that the commas of a list are those between its tables. */
const withoutArguments = (sql: string): string => {
  const shorter = sql.replaceAll(/(\w)\((?!\s*SELECT)[^()]*\)/g, '$1')
  return shorter === sql ? sql : withoutArguments(shorter)
}

const namedIn = (sql: string): string[] => [
  ...Array.from(sql.matchAll(NAMED), ([, name = '']) => name),
  ...Array.from(withoutArguments(sql).matchAll(LISTED), ([, list = '']) => list)
    .flatMap((list) => list.split(','))
    .map(
      (one) =>
        one
          .trim()
          .replace(/^(?:main|core|cache|inbox)\./, '')
          .split(/\s/)[0] ?? '',
    ),
]

/** Where SQL on tables is: elsewhere it may be on the views of the query console. */
const ON_TABLES = /(?:^|\/)queries\/|\/tables\.ts$|^store\/|^[^/]+$/

/** A file whose SQL takes a table by a parameter names it elsewhere, alone. */
const TAKEN = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE) {2}\? /

export type Foreign = { readonly file: string; readonly name: string; readonly owner: string }

/** Tables of one room in the SQL of another one. */
export const foreignTables = (sources: readonly Source[]): Foreign[] => {
  const owners = tableOwners(sources)
  return sources.flatMap(({ file, room, sql, passed }) =>
    [
      ...new Set([
        ...sql.flatMap(namedIn),
        ...(ON_TABLES.test(file) && sql.some((text) => TAKEN.test(text)) ? passed : []),
      ]),
    ]
      .toSorted()
      .flatMap((name) => {
        const owner = owners.get(name)
        return owner === undefined || owner === room ? [] : [{ file, name, owner }]
      }),
  )
}

/** Queries of one room that another one asks the store for. */
export const foreignQueries = (sources: readonly Source[]): Foreign[] => {
  const owners = queryOwners(sources)
  return sources.flatMap(({ file, room, asked }) =>
    asked
      .toSorted()
      .flatMap((name) =>
        name.startsWith('*') ? [...owners.keys()].filter((one) => one.endsWith(name.slice(1))) : [name],
      )
      .flatMap((name) => {
        const owner = owners.get(name)
        return owner === undefined || owner === room ? [] : [{ file, name, owner }]
      }),
  )
}

/** The rooms that depend on each other, by an import (of types as well), a table or a query: each circle, once. */
export const circlesOf = (
  sources: readonly Source[],
  imports: Imports,
  exceptFiles: readonly string[] = [],
): string[] => {
  const uses = new Map<string, Set<string>>()
  const add = (from: string, to: string): void => {
    if (!isRoom(from) || !isRoom(to) || from === to) return
    uses.set(from, (uses.get(from) ?? new Set()).add(to))
  }
  for (const [file, others] of imports) for (const other of others) add(roomOf(file), roomOf(other))
  for (const { file, owner } of [...foreignTables(sources), ...foreignQueries(sources)])
    if (!exceptFiles.includes(file)) add(roomOf(file), owner)
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of uses.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to))
    return seen
  }
  const reach = new Map([...uses.keys()].map((room) => [room, reached(room)]))
  const circles = [...reach].flatMap(([room, all]) =>
    all.has(room)
      ? [
          [...all]
            .filter((other) => reach.get(other)?.has(room))
            .toSorted()
            .join(' '),
        ]
      : [],
  )
  return [...new Set(circles)].toSorted()
}

/** By file, as `owner: name name`. */
export const byFile = (found: readonly Foreign[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(found, ({ file }) => file)].map(([file, all]) => [file, all.map(({ name }) => name).join(' ')]),
  )

if (process.argv[1] === import.meta.filename) {
  const main = join(process.argv[2] ?? '.', 'src-main')
  const sources = sourcesIn(main)
  const [tables, queries] = [foreignTables(sources), foreignQueries(sources)]
  const shown = { tables: byFile(tables), queries: byFile(queries), circles: circlesOf(sources, importsIn(main)) }
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n${tables.length} tables, ${queries.length} queries\n`)
}
