// What is unpacked can be a thousand times what came in: each place where the program unpacks something has a limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src-main', 'src-shared', 'src-renderer', 'src-sandbox']
const UNPACKING = /\b(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress|zstdDecompress)(?:Sync)?\s*\(/g
const STREAMS = /\bcreate(?:Gunzip|Inflate|InflateRaw|Unzip|BrotliDecompress|ZstdDecompress)\b|\bDecompressionStream\b/g

/** The call up to its closing parenthesis. */
const callAt = (source: string, at: number): string => {
  let depth = 0
  for (let end = source.indexOf('(', at); end < source.length; end += 1) {
    depth += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0
    if (depth === 0) return source.slice(at, end + 1)
  }
  return source.slice(at)
}

const unbounded = (source: string): string[] => [
  ...[...source.matchAll(UNPACKING)]
    .map(({ index }) => callAt(source, index))
    .filter((call) => !call.includes('maxOutputLength')),
  // A stream has no limit of its own.
  ...[...source.matchAll(STREAMS)].map(([name]) => name),
]

test('unpacking without a limit is found', () => {
  expect(unbounded('gunzipSync(body)')).toEqual(['gunzipSync(body)'])
  expect(unbounded('gunzipSync(read(body), { maxOutputLength: 1 })')).toEqual([])
  expect(unbounded('input.pipe(createInflate())')).toEqual(['createInflate'])
})

test('all that the program unpacks has a limit', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .map((file) => join(folder, file)),
  )
  const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  expect(sources.filter(([, source]) => /gunzipSync/.test(source)).length).toBeGreaterThan(0)
  const found = sources.flatMap(([file, source]) => unbounded(source).map((call) => `${file}: ${call}`))
  expect(found).toEqual([])
})
