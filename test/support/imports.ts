// Which file of a folder imports which: for the test of cycles, and as a command that counts imports between rooms:
// node test/support/imports.ts [root of a checkout]
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export type Imports = ReadonlyMap<string, readonly string[]>

/** Relative imports and re-exports, of types as well, as our formatter writes them. */
const SPECIFIER = /(?:\bfrom|\bimport\(|^import) ?'(\.[^']+)'/gm

/** The files of a folder by their path in it, each with the files of the folder that it imports. */
export const importsIn = (folder: string): Imports => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = Array.from(text.matchAll(SPECIFIER), ([, specifier = '']) => join(dirname(file), specifier))
      return [file, [...new Set(imported)].filter((other) => !other.startsWith('..'))]
    }),
  )
}

/** One path from a file back to itself, for each file that a walk meets twice. */
export const cyclesIn = (imports: Imports): string[] => {
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const other of imports.get(file) ?? []) walk(other, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return cycles
}

const roomOf = (file: string): string => (file.includes(sep) ? (file.split(sep)[0] ?? '') : '(root)')

/** How many imports lead from one room to another, as `from → to`. The root and the shells may import every room. */
export const countBetweenRooms = (imports: Imports): Record<string, number> => {
  const pairs = [...imports].flatMap(([file, others]) =>
    others.map((other) => [roomOf(file), roomOf(other)] as const).filter(([from, to]) => from !== to),
  )
  const ofRooms = pairs.filter(([from]) => !['(root)', 'shells'].includes(from))
  const counts = Map.groupBy(ofRooms, ([from, to]) => `${from} → ${to}`)
  return Object.fromEntries([...counts].map(([pair, found]) => [pair, found.length] as const).toSorted())
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(process.argv[2] ?? '.', 'src-main')
  const counts = countBetweenRooms(importsIn(folder))
  const lines = Object.entries(counts).map(([pair, count]) => `${String(count).padStart(4)}  ${pair}`)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  process.stdout.write(`${lines.join('\n')}\n${String(total).padStart(4)}  in all (${relative('.', folder)})\n`)
}
