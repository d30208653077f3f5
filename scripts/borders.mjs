// Writes the import rules of scripts/lib/borders.mjs into biome.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { withImportRules } from './lib/borders.mjs'
import { binFile, inProject, run } from './lib/project.mjs'

const settings = inProject('biome.json')
writeFileSync(settings, JSON.stringify(withImportRules(JSON.parse(readFileSync(settings, 'utf8')))))
const { file, shell } = binFile('biome')
process.exit(await run(file, ['format', '--write', 'biome.json'], { shell }))
