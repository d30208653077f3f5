// Makes the pictures of the user guide again: the browser test of the guide keeps them when it gets their folder.
import { binFile, ensureReady, inProject, programEnv, run } from './lib/project.mjs'

await ensureReady()
const { file, shell } = binFile('vitest')
const env = programEnv({ GUIDE_IMAGES: inProject('docs', 'guide', 'images') })
process.exit(await run(file, ['run', '--project', 'longer', 'test/longer/web-guide.test.ts'], { shell, env }))
